#t = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x64xf32, #tt.memory_space<l1>>>
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<2x2, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} {
  func.func @f(%a: tensor<8x64xf32, #t>) {
    return
  }
}
// -----
#t = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x64xf32, #tt.memory_space<l1>>>
tt.device @d = <workerGrid = #tt.grid<2x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>
func.func @f(%b: tensor<8x64xf32, #t>, %c: tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>) {
  return
}
