// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: unknown reduce type 'average'{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.reduce_type<average>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected reduce type for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.reduce_type<>} : () -> ()
