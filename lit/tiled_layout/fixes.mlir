// RUN: tt-opt --fix %s 2>/dev/null | FileCheck %s
// RUN: tt-opt --fix %s 2>/dev/null | tt-opt --verify-only - 2>&1 | count 0
// Every fault of this file has one repair, and equal types are repaired alike.

// CHECK{LITERAL}: memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [2, 0, 2], dense, host = memref<1024x256xf16>>} : () -> ()
// CHECK{LITERAL}: memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[64, 256, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()
// CHECK{LITERAL}: tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<1x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()
// CHECK{LITERAL}: tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<1x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()
// CHECK{LITERAL}: tensor<1024x256xf16, #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>>
"t.op"() {a = tensor<1024x256xf16, #tt.tiled_layout<stick, order = [0, 0]>>} : () -> ()

// An alias is repaired when the fault is its own; a fault between it and one of its tensors is not.
// CHECK{LITERAL}: #k = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, stride_map = [64, 256, 1], host = memref<1024x256xf16>>
#k = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, stride_map = [64, 128, 1], host = memref<1024x256xf16>>
"t.op"() {a = tensor<1024x256xf16, #k>} : () -> ()
