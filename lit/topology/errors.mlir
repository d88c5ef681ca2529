// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown topology 'tours'; did you mean 'torus'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.topology<tours>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: expected topology for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.topology<>} : () -> ()
