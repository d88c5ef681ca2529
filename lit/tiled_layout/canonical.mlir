// RUN: tt-opt %s | diff %s -
// RUN: tt-opt --verify-roundtrip %s | diff %s -
// #tt.tiled_layout: each form is its own canonical text.

#default = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>
#padded = #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16>>
#gaps = #tt.tiled_layout<memref<4x1024x64xf16, strided<[131072, 64, 1]>>, dim_map = [1, 0, 1], dense>
#column_major = #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16, strided<[1, 1000]>>>
#sparse = #tt.tiled_layout<memref<1024x64xf16>, dim_map = [0, 0], sparse, host = memref<1024xf16>>
#sparse_2026 = #tt.tiled_layout<memref<1x1024x64xf16>, dim_map = [-1, 0, -1], sparse_multi, host = memref<1024xf16>>
#two_stick_dims = #tt.tiled_layout<memref<2x2x32x32xf32>, dim_map = [0, 1, 0, 1], num_stick_dims = 2, dense, host = memref<53x63xf32>>
#scalar = #tt.tiled_layout<memref<64xf16>, dim_map = [-1], sparse, host = memref<f16>>
#zero = #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, pad = zero>
#era4 = #tt.tiled_layout<memref<4x1024x64xf16>, dense, stride_map = [64, 256, 1], device_dtype = sen169_fp16, element_arrangement = "PACKED", valid_elements = [4, 1024, 64]>
#both = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, stride_map = [64, 256, 1]>
#short = #tt.tiled_layout<stick, order = [1, 0], convention = 2026, sparse>
#shorter = #tt.tiled_layout<stick, sparse, pad = zero, device_dtype = ieee_fp32>
#shortest = #tt.tiled_layout<stick, convention = dec25>

"t.op"() {a = tensor<1024x256xf16, #default>, b = tensor<1000x200xf16, #short>, c = tensor<2x3x64xf32, #shortest>} : () -> ()
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()
"t.op"() {a = tensor<1024x256xf16, #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16, strided<[1, 1024]>>>>} : () -> ()
