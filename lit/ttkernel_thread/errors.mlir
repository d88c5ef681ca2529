// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown thread type 'datamovement'{{.*}}[unknown-keyword]
"t.op"() {a = #ttkernel.thread<datamovement>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected '>' after the last field of thread, found '@kernel' [syntax]
"t.op"() {a = #ttkernel.thread<noc, @kernel>} : () -> ()
