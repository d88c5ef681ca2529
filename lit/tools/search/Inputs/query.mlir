#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @f(%a: tensor<17x32xbf16, #layout>, %b: tensor<?x8xf32>) {
  %0 = arith.constant {bad = #ttnn.buffer_type<L2>} 1 : i32
  return %a : tensor<17x32xbf16, #layout>
}
