module {
  tt.device_module { builtin.module {
    tt.device @default_device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
    func.func private @f(%a: tensor<8x8xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<4x4xf32, #tt.memory_space<l1>>>>)
  } }
}
