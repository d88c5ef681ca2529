#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<256x128xf32, #tt.memory_space<l1>>>
#layout1 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<64x64xf32, #tt.memory_space<l1>>>
#layout2 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<512x512xf32, #tt.memory_space<dram>>>
func.func @constant() -> f32 {
  %cst = arith.constant 1.0 : f32
  return %cst : f32
}
func.func @forward(%a: tensor<512x512xf32, #layout>, %b: tensor<512x512xf32, #layout>) -> tensor<512x512xf32, #layout2> {
  %0 = "ttir.to_layout"(%a) : (tensor<512x512xf32, #layout>) -> tensor<512x512xf32, #layout1>
  %1 = "ttir.to_layout"(%b) : (tensor<512x512xf32, #layout>) -> tensor<512x512xf32, #layout1>
  %2 = "ttir.add"(%0, %1) : (tensor<512x512xf32, #layout1>, tensor<512x512xf32, #layout1>) -> tensor<512x512xf32, #layout1>
  %3 = "ttir.relu"(%2) {fast = true} : (tensor<512x512xf32, #layout1>) -> tensor<512x512xf32, #layout1>
  %4 = "ttir.to_layout"(%3) : (tensor<512x512xf32, #layout1>) -> tensor<512x512xf32, #layout2>
  return %4 : tensor<512x512xf32, #layout2>
}
