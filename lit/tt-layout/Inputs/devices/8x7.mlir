#l1 = #tt.memory_space<l1>
#dram = #tt.memory_space<dram>
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x7, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} {
  func.func @f(%wide: tensor<64x3584xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x56>, memref<64x64xf32, #l1>>>,
               %tall: tensor<3584x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <56x1>, memref<64x64xf32, #dram>>>,
               %part: tensor<64x640xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x10>, memref<64x64xf32, #l1>>>) {
    return
  }
}
