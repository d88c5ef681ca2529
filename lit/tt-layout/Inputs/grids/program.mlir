#l1 = #tt.memory_space<l1>
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<4x256xf32, #l1>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<1x8x!tt.tile<32x32, f32>, #l1>>
#line = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x8>, memref<1x8x!tt.tile<32x32, f32>, #l1>>
func.func @exp(%arg0: tensor<32x2048xf32, #rows>) -> tensor<32x2048xf32, #line> {
  %0 = tensor.empty() : tensor<32x2048xf32, #tiles>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<32x2048xf32, #rows>, tensor<32x2048xf32, #tiles>) -> tensor<32x2048xf32, #tiles>
  %2 = tensor.empty() : tensor<32x2048xf32, #line>
  %3 = "ttir.exp"(%1, %2) : (tensor<32x2048xf32, #tiles>, tensor<32x2048xf32, #line>) -> tensor<32x2048xf32, #line>
  return %3 : tensor<32x2048xf32, #line>
}
