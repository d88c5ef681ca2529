// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Two dims for a tensor of rank 3.
// CHECK: layout-tensor-rank.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: layout map has 2 dims, but the tensor has rank 3 [layout-tensor-rank]
"t.op"() {a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The example of the device specification that the memref proves to be a typing error.
// CHECK: layout-tensor-rank.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: layout map has 2 dims, but the tensor has rank 3 [layout-tensor-rank]
"t.op"() {a = tensor<64x256x1024xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4x16>, memref<32x2x2x!tt.tile<32x32, bfp_bf8>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// Three dims, two results.
"t.op"() {a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef, <1x1>, memref<16x32xf32, #tt.memory_space<l1>>>>} : () -> ()
