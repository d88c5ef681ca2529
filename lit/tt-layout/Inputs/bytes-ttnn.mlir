func.func @f(%arg0: tensor<17x17xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<17x17xbf16, #ttnn.buffer_type<l1>>, height_sharded>>) { return }
