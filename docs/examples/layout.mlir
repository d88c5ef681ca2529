// A tensor on a 2x4 grid of cores: 384 rows (2 * 3 * 64, collapsed) and 128 columns, in shards of 192x32.
#l1_ = #tt.memory_space<l1>
#layout = #tt.metal_layout<
  (b, h, w, c) -> (b*192 + h*64 + w, c),
  undef, <2 x 4>, memref<192 x 32 x f32, #l1_>>

func.func @forward(%a: tensor<2x3x64x128xf32, #layout>) -> tensor<2x3x64x128xf32, #layout> {
  return %a : tensor<2x3x64x128xf32, #layout>
}
