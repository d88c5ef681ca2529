func.func @f(%arg0: tensor<17x17xbf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<17x17xbf16, #tt.memory_space<l1>>>>) { return }
