tt.device @d = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
func.func private @f(%a: tensor<8x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x128>, memref<8x1xf32, #tt.memory_space<l1>>>>)
