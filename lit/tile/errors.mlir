// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown data type 'f31'; did you mean 'f32'?{{.*}}[unknown-keyword]
"t.op"() {a = !tt.tile<32x32, f31>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:24: error: expected ',' after '32x32'{{.*}}[syntax]
"t.op"() {a = !tt.tile<32x32xf32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: expected 2D shape{{.*}}[tile-shape]
"t.op"() {a = !tt.tile<32, f32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: expected data type for 'type'{{.*}}[syntax]
"t.op"() {a = !tt.tile<32x32>} : () -> ()
