#l1 = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #l1>>
func.func @f(%arg0: tensor<64x128xf32, #layout>, %arg1: tensor<64x128xf23>)
