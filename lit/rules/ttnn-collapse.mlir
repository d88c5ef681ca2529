// RUN: not tt-opt --split-input-file --verify-only --target=ttnn %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"
// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | count 0

#l1 = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <1x1>, memref<32x8xf32, #l1>>
// CHECK: :[[#@LINE+2]]:15: error: TTNN requires a 2D layout that collapses all dims but the last; this layout of a 8x32 has a different map [ttnn-collapse]
// CHECK: :[[#@LINE-2]]:28: note: the map of the layout
"t.op"() {a = tensor<8x32xf32, #layout>, again = tensor<8x32xf32, #layout>} : () -> ()

// -----

// A padded stride that is not a multiple of the tile.
// CHECK: :[[#@LINE+1]]:15: error: TTNN requires a 2D layout that collapses all dims but the last; this layout of a 2x8x32 has a different map
"t.op"() {a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 9 + d1, d2), undef, <1x1>, memref<17x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// Near misses: row by row; the stride of a dim of size 1 does not matter; rows padded to tiles.
#l1 = #tt.memory_space<l1>
"t.op"() {
  a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef, <1x1>, memref<16x32xf32, #l1>>>,
  b = tensor<1x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 77 + d1, d2), undef, <1x1>, memref<8x32xf32, #l1>>>,
  c = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <1x1>, memref<2x1x!tt.tile<32x32, f32>, #l1>>>,
  d = tensor<32xf32, #tt.metal_layout<(d0) -> (0, d0), undef, <1x1>, memref<1x32xf32, #l1>>>
} : () -> ()
