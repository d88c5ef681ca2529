#device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>
#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x16>, memref<2x2x!tt.tile<32x32, bfp_bf8>, #tt.memory_space<l1>>>
module attributes {tt.device = #device} {
  func.func private @f(%a: tensor<256x1024xf32, #l>)
}
