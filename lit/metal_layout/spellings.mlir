// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = tensor<8x300xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<8x150xf32, #tt.memory_space<l1>>>>}
"t.op"() {a = tensor<8x300xf32, #tt.metal_layout<affine_map<(row, col) -> (row, 1 * col)>, undef, #tt.grid<1 x 2>, memref<8 x 150 x f32, #tt.memory_space<l1>>>>} : () -> ()

// CHECK{LITERAL}: {a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>}
"t.op"() {a = #tt<metal_layout<(d0,d1)->(d0,d1),"undef",<1x1>,memref<8x32xf32,#tt.memory_space<l1>>>>} : () -> ()

// CHECK{LITERAL}: {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<0> : tensor<2x2xi64>, l1, sharded>}
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()
