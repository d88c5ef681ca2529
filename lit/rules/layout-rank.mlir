// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The grid has one dim more than map and memref.
// CHECK: layout-rank.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: map results, grid and memref of a layout must agree in rank, but the map has 2 results, the grid rank 3 and the memref rank 2 [layout-rank]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1x2>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The memref has one less; alone, without a tensor.
// CHECK: layout-rank.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: map results, grid and memref of a layout must agree in rank, but the map has 2 results, the grid rank 2 and the memref rank 1 [layout-rank]
"t.op"() {a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32xf32, #tt.memory_space<l1>>>} : () -> ()

// -----

// All three have rank 3, the tensor 2: legal.
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (0, d0, d1), undef, <1x1x2>, memref<1x8x16xf32, #tt.memory_space<l1>>>>} : () -> ()
