// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:76: error: unknown stick format 'densest'; did you mean 'dense'? {{.*}}[unknown-keyword]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], densest>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:55: error: tiled_layout has no field 'dimmap'; did you mean 'dim_map'? [unknown-key]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dimmap = [1, 0, 1], dense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: expected stick format for 'format' (dense, sparse, sparse_multi) of tiled_layout, found '>' [syntax]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: expected a memref for 'memref', found 'tensor<4x1024x64xf16>' [syntax]
"t.op"() {a = #tt.tiled_layout<tensor<4x1024x64xf16>, dim_map = [1, 0, 1], dense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:52: error: unknown stick convention '2027'{{.*}}expected one of rfc, dec25, 2026 [unknown-keyword]
"t.op"() {a = #tt.tiled_layout<stick, convention = 2027>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: integer does not fit 64 bits{{.*}} [integer-range]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 99999999999999999999], dense>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[syntax]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1}, dense>} : () -> ()
