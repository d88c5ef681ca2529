// RUN: tt-opt %s | FileCheck %s
// RUN: tt-opt --mlir-print-local-scope %s | FileCheck %s --check-prefix=LOCAL
// RUN: tt-opt %s | tt-opt --check -
// What goes without saying is not printed: num_stick_dims = 1, pad = undef, contiguous strides, a host that is the tensor.

// CHECK{LITERAL}: #a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>
#a = #tt.tiled_layout<memref<4 x 1024 x 64 x f16, strided<[65536, 64, 1]>>, dim_map=[1,0,1], num_stick_dims = 1, dense, pad = undef,
                      host = memref<1024x256xf16, strided<[256, 1]>>>

// An alias keeps its host: another tensor may use it. Written out in the tensor type it does not.
// CHECK{LITERAL}: tensor<1024x256xf16, #a>
// LOCAL{LITERAL}: tensor<1024x256xf16, #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>>
"t.op"() {a = tensor<1024x256xf16, #a>} : () -> ()

// CHECK{LITERAL}: tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16>>>} : () -> ()

// MLIR keeps the strides of a memref elsewhere.
// CHECK{LITERAL}: memref<4x1024x64xf16, strided<[65536, 64, 1]>>
"t.op"() {a = memref<4x1024x64xf16, strided<[65536, 64, 1]>>} : () -> ()

// The short form is resolved against its tensor, by each convention. They agree up to rank 2.
// CHECK{LITERAL}: tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<stick>>} : () -> ()
// CHECK{LITERAL}: tensor<512x8x256xf16, #tt.tiled_layout<memref<4x512x8x64xf16>, dim_map = [2, 0, 1, 2], dense>>
"t.op"() {a = tensor<512x8x256xf16, #tt.tiled_layout<stick, convention = rfc>>} : () -> ()
// CHECK{LITERAL}: tensor<512x8x256xf16, #tt.tiled_layout<memref<8x4x512x64xf16>, dim_map = [1, 2, 0, 2], dense>>
"t.op"() {a = tensor<512x8x256xf16, #tt.tiled_layout<stick, convention = dec25>>} : () -> ()
// CHECK{LITERAL}: tensor<3x5x7x130xf16, #tt.tiled_layout<memref<3x3x5x7x64xf16>, dim_map = [0, 3, 1, 2, 3], dense>>
"t.op"() {a = tensor<3x5x7x130xf16, #tt.tiled_layout<stick, convention = dec25>>} : () -> ()
// CHECK{LITERAL}: tensor<3x5x7x130xf16, #tt.tiled_layout<memref<5x7x3x3x64xf16>, dim_map = [1, 2, 3, 0, 3], dense>>
"t.op"() {a = tensor<3x5x7x130xf16, #tt.tiled_layout<stick, convention = "2026">>} : () -> ()
// CHECK{LITERAL}: tensor<1024x256xf16, #tt.tiled_layout<memref<16x256x64xf16>, dim_map = [0, 1, 0], dense, pad = zero>>
"t.op"() {a = tensor<1024x256xf16, #tt.tiled_layout<stick, order = [1, 0], pad = zero>>} : () -> ()
// CHECK{LITERAL}: tensor<f16, #tt.tiled_layout<memref<64xf16>, dim_map = [-1], sparse>>
"t.op"() {a = tensor<f16, #tt.tiled_layout<stick>>} : () -> ()
// CHECK{LITERAL}: tensor<64xcomplex<f32>, #tt.tiled_layout<memref<4x16xcomplex<f32>>, dim_map = [0, 0], dense>>
"t.op"() {a = tensor<64xcomplex< f32 >, #tt.tiled_layout<stick>>} : () -> ()
