// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Three host dims and one stick dim make four device dims (T3).
// CHECK: tiled-sticks.mlir:[[#@LINE+1]]:39: error: device rank is 3, expected 4: host rank 3 and 1 stick and synthetic dims [tiled-sticks]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<2x512x256xf16>>} : () -> ()

// -----

// At least one stick dim (T3).
// CHECK: tiled-sticks.mlir:[[#@LINE+2]]:93: error: num_stick_dims 0 is out of range [1, 2] [tiled-sticks]
// CHECK: note: fix: make num_stick_dims 1
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], num_stick_dims = 0, dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A stick of f16 has 64 elements (T6) ..
// CHECK: tiled-sticks.mlir:[[#@LINE+2]]:39: error: last device extent is 32, expected the stick size 64 [tiled-sticks]
// CHECK: note: fix: make the memref 4x1024x64
"t.op"() {a = #tt.tiled_layout<memref<8x1024x32xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// .. and one of f32 has 32.
// CHECK: tiled-sticks.mlir:[[#@LINE+2]]:39: error: last device extent is 64, expected the stick size 32 [tiled-sticks]
// CHECK: note: fix: make the memref 8x1024x32
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf32>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf32>>} : () -> ()

// -----

// 24 bits do not divide 128 bytes (T7).
// CHECK: tiled-sticks.mlir:[[#@LINE+1]]:49: error: element width of 24 bits does not divide a stick of 1024 bits [tiled-sticks]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xi24>, dim_map = [1, 0, 1], dense, host = memref<1024x256xi24>>} : () -> ()

// -----

// Two element types without a device_dtype (T7).
// CHECK: tiled-sticks.mlir:[[#@LINE+1]]:106: error: host element type 'f32' does not match device element type 'f16' without a device_dtype [tiled-sticks]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf32>>} : () -> ()

// -----

// The data format has no stick geometry (T7).
// CHECK: tiled-sticks.mlir:[[#@LINE+1]]:98: error: device_dtype 'sen18f_fp24' has no stick geometry [tiled-sticks]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, device_dtype = sen18f_fp24, host = memref<1024x256xf16>>} : () -> ()

// -----

// 32 elements of f32.
"t.op"() {a = #tt.tiled_layout<memref<8x1024x32xf32>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf32>>} : () -> ()

// -----

// Two stick dims: the last extent is a multiple of a stick.
"t.op"() {a = #tt.tiled_layout<memref<2x2x32x32xf32>, dim_map = [0, 1, 0, 1], num_stick_dims = 2, dense, host = memref<53x63xf32>>} : () -> ()

// -----

// Another element type in host memory, with a device_dtype.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, device_dtype = sen169_fp16, host = memref<1024x256xf32>>} : () -> ()
