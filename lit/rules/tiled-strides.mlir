// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The RFC's example lists ranges, device, host: these are the host's strides (T8).
// CHECK: tiled-strides.mlir:[[#@LINE+2]]:63: error: device strides must decrease, but stride 64 of dim 0 is not greater than 256 [tiled-strides]
// CHECK: note: fix: make the strides strided<[65536, 64, 1]>
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[64, 256, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// The last stride is 1 (T8).
// CHECK: tiled-strides.mlir:[[#@LINE+2]]:74: error: last device stride is 2, expected 1 [tiled-strides]
// CHECK: note: fix: make the strides strided<[65536, 64, 1]>
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[65536, 64, 2]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A stride of 0 (T8).
// CHECK: tiled-strides.mlir:[[#@LINE+2]]:63: error: device stride 0 of dim 0 must be at least 1 [tiled-strides]
// CHECK: note: fix: make the strides strided<[65536, 64, 1]>
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[0, 64, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A stick short of 1024 * 64 (T9).
// CHECK: tiled-strides.mlir:[[#@LINE+2]]:63: error: device stride 65472 of dim 0 is less than the 65536 elements of the next inner dim; they overlap [tiled-strides]
// CHECK: note: fix: make the strides strided<[65536, 64, 1]>
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[65472, 64, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// No whole number of sticks (T10).
// CHECK: tiled-strides.mlir:[[#@LINE+2]]:63: error: device stride 65544 of dim 0 is not a multiple of the stick size 64 [tiled-strides]
// CHECK: note: fix: make the strides strided<[65536, 64, 1]>
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[65544, 64, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A negative host stride (T15).
// CHECK: tiled-strides.mlir:[[#@LINE+1]]:120: error: host stride -256 of dim 0 is negative [tiled-strides]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16, strided<[-256, 1]>>>} : () -> ()

// -----

// 2^65 bytes (T16).
// CHECK: tiled-strides.mlir:[[#@LINE+1]]:39: error: device tensor has 2^63 bytes or more [tiled-strides]
"t.op"() {a = #tt.tiled_layout<memref<4x288230376151711744x64xf16>, dim_map = [1, 0, 1], dense>} : () -> ()

// -----

// No strides at all.
// CHECK: tiled-strides.mlir:[[#@LINE+1]]:54: error: expected strided<[..]> as layout of a memref of a tiled layout [tiled-strides]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, affine_map<(d0, d1, d2) -> (d1, d0, d2)>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// Layouts begin at 0.
// CHECK: tiled-strides.mlir:[[#@LINE+1]]:54: error: a memref of a tiled layout must not have an offset [tiled-strides]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[65536, 64, 1], offset: 64>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// Contiguous.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[65536, 64, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A gap of whole sticks after each row of sticks.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16, strided<[65600, 64, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// The stride of an extent of 1 is free.
"t.op"() {a = #tt.tiled_layout<memref<1x1024x64xf16, strided<[7, 64, 1]>>, dim_map = [1, 0, 1], dense, host = memref<1024x64xf16>>} : () -> ()

// -----

// A column-major host.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16, strided<[1, 1024]>>>} : () -> ()
