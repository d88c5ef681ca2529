#l1 = #tt.memory_space<l1>
#row = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<16x17xbf16, #l1>>

func.func @small(%arg0: tensor<128x136xbf16, #row>) -> tensor<128x136xbf16, #row> {
  return %arg0 : tensor<128x136xbf16, #row>
}
