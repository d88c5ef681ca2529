func.func @f(%a: tensor<1024x256xf16, #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>>) { return }
