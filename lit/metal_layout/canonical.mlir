// RUN: tt-opt %s | diff %s -
// #tt.metal_layout, #ttcore.metal_layout: each form of any date is its own canonical text.

"t.op"() {a = tensor<8x300xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<8x150xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<2x3x64x128xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), zero, <2x4>, memref<6x1x!tt.tile<32x32, bfp_bf8>, #tt.memory_space<dram>>, interleaved>>} : () -> ()
"t.op"() {a = tensor<8x32xf32, #ttcore.metal_layout<(d0, d1) -> (d0, d1), neginf, <1x1>, memref<8x32xf32, #ttcore.memory_space<l1>>>>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapse_dims = dense<[[0, -1]]> : tensor<1x2xi64>, undef>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapse_dims = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, dram>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, index_map = map(4)>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, zero, l1, interleaved>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded, index_map = (d0, d1, d2, d3) -> (d1, d0, d2, d3)>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<> : tensor<0x2xi64>, undef, system, sharded>} : () -> ()
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()
