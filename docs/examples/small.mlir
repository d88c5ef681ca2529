#l1 = #tt.memory_space<l1>
#row = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<17x17xbf16, #l1>>

func.func @small(%arg0: tensor<17x17xbf16, #row>) -> tensor<17x17xbf16, #row> {
  return %arg0 : tensor<17x17xbf16, #row>
}
