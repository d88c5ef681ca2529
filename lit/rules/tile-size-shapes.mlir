// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not tt-opt --verify-only --split-input-file -Wno-tile-size %s 2>&1 | FileCheck %s --check-prefix=OFF

// A shape that was computed with an unsupported tile size is not reported: one diagnostic for one mistake.
// CHECK: :[[#@LINE+2]]:106: warning: tile size 23x32 is not supported
// OFF: :[[#@LINE+1]]:15: error: memref shape 2x2 does not match the shard shape 3x2
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<23x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:100: warning: tile size 23x32 is not supported
// OFF: :[[#@LINE+1]]:15: warning: memref shape 2x2 does not match the shard shape 3x3 tiles
"t.op"() {a = tensor<64x96xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<23x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:43: warning: tile size 23x32 is not supported
// OFF: :[[#@LINE+1]]:15: warning: tensor shape 1x1x2x3 does not match its layout
"t.op"() {a = tensor<1x1x2x3x!ttcore.tile<23x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// Tiles of block floats are 32x32.
// CHECK: :[[#@LINE+1]]:106: warning: a tile of block floats (bfp_f8) must be 32x32, found 16x32
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<16x32, bfp_f8>, #tt.memory_space<l1>>>>} : () -> ()
