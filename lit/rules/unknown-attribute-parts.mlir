// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// A layout with an unknown part is not verified further: one diagnostic for one mistake.
// CHECK: :[[#@LINE+1]]:75: warning: unknown type '!tt.tiles'; did you mean '!tt.tile'? [unknown-attribute]
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tiles<32x32, f32>, #tt.memory_space<l1>>>
"t.op"() {a = tensor<32x32xf32, #layout>} : () -> ()

// -----

// The element type of the tensor, in the map form, in the named form and in a TTNN layout.
// CHECK: :[[#@LINE+1]]:26: warning: unknown type '!tt.tiles'
"t.op"() {a = tensor<2x2x!tt.tiles<32x32, f32>, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:30: warning: unknown type '!ttcore.Tile'
"t.op"() {a = tensor<1x1x2x2x!ttcore.Tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:30: error: expected 2D shape, height x width, got 1 dim [tile-shape]
"t.op"() {a = tensor<1x1x2x2x!ttcore.tile<32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:26: warning: unknown type '!tt.tiles'
"t.op"() {a = tensor<2x2x!tt.tiles<32x32, f32>, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// A memory space whose definition lacks the '#'.
// CHECK: :[[#@LINE+1]]:10: warning: missing '#' before attribute 'tt.memory_space' [unknown-attribute]
#space = tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, #space>>
"t.op"() {a = tensor<4x4xf32, #layout>} : () -> ()

// -----

// Near miss: an element type of another dialect is one element of the memref.
// CHECK: :[[#@LINE+1]]:15: error: memref shape 1x1 does not match the shard shape 32x32
"t.op"() {a = tensor<32x32x!quant.any, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!quant.any, #tt.memory_space<l1>>>>} : () -> ()
