#l1 = #tt.memory_space<l1>
#dram = #tt.memory_space<dram>
#in = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<256x128xf32, #l1>>
#out = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<512x512xf32, #dram>>
func.func @forward(%arg0: tensor<512x512xf32, #in>, %arg1: tensor<512x512xf32, #in>) -> tensor<512x512xf32, #out> {
  %0 = "ttir.add"(%arg0, %arg1) : (tensor<512x512xf32, #in>, tensor<512x512xf32, #in>) -> tensor<512x512xf32, #in>
  %1 = "ttir.relu"(%0) {fast = false} : (tensor<512x512xf32, #in>) -> tensor<512x512xf32, #in>
  %2 = "ttir.to_layout"(%1) : (tensor<512x512xf32, #in>) -> tensor<512x512xf32, #out>
  return %2 : tensor<512x512xf32, #out>
}
func.func @constant() -> f32 {
  %0 = arith.constant 1.0 : f32
  return %0 : f32
}
