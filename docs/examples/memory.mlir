#l1 = #tt.memory_space<l1>
#wide = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<512x256xf32, #l1>>
#out = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1024x1024xf32, #tt.memory_space<dram>>>

func.func @forward(%arg0: tensor<1024x1024xf32, #wide>, %arg1: tensor<1024x1024xf32, #wide>) -> tensor<1024x1024xf32, #out> {
  %0 = ttir.empty() : tensor<1024x1024xf32, #wide>
  %1 = "ttir.add"(%arg0, %arg1, %0) : (tensor<1024x1024xf32, #wide>, tensor<1024x1024xf32, #wide>, tensor<1024x1024xf32, #wide>) -> tensor<1024x1024xf32, #wide>
  %2 = ttir.empty() : tensor<1024x1024xf32, #out>
  %3 = ttir.to_layout %1, %2 : tensor<1024x1024xf32, #wide> into tensor<1024x1024xf32, #out> -> tensor<1024x1024xf32, #out>
  return %3 : tensor<1024x1024xf32, #out>
}
