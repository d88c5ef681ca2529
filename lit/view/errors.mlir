// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: expected an affine map or map(N) for 'affine_map', found 'four'{{.*}}[syntax]
"t.op"() {a = #ttcore.view<four>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: expected an integer, found 'd0'{{.*}}[syntax]
"t.op"() {a = #tt.view<map(d0)>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:24: error: expected 'map' before '('{{.*}}[syntax]
"t.op"() {a = #tt.view<mop(4)>} : () -> ()
