// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: unknown iterator type 'paralel'; did you mean 'parallel'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.iterator_type<paralel>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected iterator type for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.iterator_type<>} : () -> ()
