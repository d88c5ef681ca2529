#l1 = #ttnn.buffer_type<l1>
#dram = #ttnn.buffer_type<dram>
func.func @f(%arg0: tensor<32x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, f32>, #l1>, <width_sharded>>>, %arg1: tensor<32x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, %arg2: tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x2>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <width_sharded>>>) {
  return
}
