// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// 96 columns are 3 tiles.
// CHECK: layout-device-shape.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: tensor shape 1x1x2x2 does not match its layout: expected 2 grid extents, then as many shard extents, whose products are 64x96 scalars, in tiles [layout-device-shape]
"t.op"() {a = tensor<1x1x2x2x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// On a grid of 2x3 each core has one tile.
"t.op"() {a = tensor<2x3x1x1x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// An empty interval after one with a larger end: every dim is covered.
"t.op"() {a = tensor<1x1x256x1xf32, #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 1x1, collapsed_intervals = dense<[[0, 2], [1, 1]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// A view that exchanges the dims has the layout of the tensor that it shows.
#layout = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>
"t.op"() {a = tensor<2x4x32x32xf32, #layout>, view = tensor<4x2x32x32xf32, #layout>} : () -> ()
