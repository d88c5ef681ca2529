// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A dim_map of four entries for three dims (T1); one repair fits the sizes.
// CHECK: tiled-shape.mlir:[[#@LINE+2]]:65: error: dim_map has 4 entries, but device_size has 3 [tiled-shape]
// CHECK: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A stride_map of two (T1).
// CHECK: tiled-shape.mlir:[[#@LINE+2]]:96: error: stride_map has 2 entries, but device_size has 3 [tiled-shape]
// CHECK: note: fix: make stride_map [64, 256, 1]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, stride_map = [64, 256], host = memref<1024x256xf16>>} : () -> ()

// -----

// An extent of 0 for a host dim that is not empty (T2).
// CHECK: tiled-shape.mlir:[[#@LINE+2]]:39: error: device extent 0 of dim 0 must be at least 1 [tiled-shape]
// CHECK: note: fix: make the memref 4x1024x64
"t.op"() {a = #tt.tiled_layout<memref<0x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A dynamic extent.
// CHECK: tiled-shape.mlir:[[#@LINE+1]]:39: error: expected static shape of a memref of a tiled layout [tiled-shape]
"t.op"() {a = #tt.tiled_layout<memref<4x?x64xf16>, dim_map = [1, 0, 1], dense>} : () -> ()

// -----

// No dim_map and no stride_map.
// CHECK: tiled-shape.mlir:[[#@LINE+1]]:32: error: expected dim_map or stride_map for 3 device dims [tiled-shape]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// The host is not the tensor.
// CHECK: tiled-shape.mlir:[[#@LINE+3]]:15: error: tensor shape 1000x200 does not match the host 1000x201 of its layout [tiled-shape]
// CHECK: note: fix: make the host memref<1000x200xf16>
// CHECK: tiled-shape.mlir:[[#@LINE+1]]:111: note: the host of the layout
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x201xf16>>>} : () -> ()

// -----

// The short form takes its sizes from the tensor, which has none.
// CHECK: tiled-shape.mlir:[[#@LINE+2]]:15: error: expected static tensor shape for the layout 'stick' [tiled-shape]
// CHECK: tiled-shape.mlir:[[#@LINE+1]]:51: note: the layout
"t.op"() {a = tensor<1000x?xf16, #tt.tiled_layout<stick>>} : () -> ()

// -----

// Lists of one length.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// An empty host dim makes an extent of 0.
"t.op"() {a = #tt.tiled_layout<memref<0x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x0xf16>>} : () -> ()

// -----

// A tensor with a dynamic extent says nothing against a layout.
"t.op"() {a = tensor<1000x?xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// The host is the tensor.
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16>>>} : () -> ()
