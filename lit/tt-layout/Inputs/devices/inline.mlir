module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [4, 5]>} {
  func.func private @f(%a: tensor<8x16xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x16>, memref<8x1xf32, #tt.memory_space<l1>>>>)
}
