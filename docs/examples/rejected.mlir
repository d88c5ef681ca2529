// The tensor of layout.mlir on a 4x4 grid. The memref is still the shard of a 2x4 grid.
#l1_ = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), undef, <4x4>, memref<192x32xf32, #l1_>>

func.func @forward(%a: tensor<2x3x64x128xf32, #layout>) -> tensor<2x3x64x128xf32, #layout> {
  return %a : tensor<2x3x64x128xf32, #layout>
}
