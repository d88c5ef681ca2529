// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// All rows in one place (W3).
// CHECK: tiled-host-overlap.mlir:[[#@LINE+1]]:120: warning: host stride 0 of dim 0: device to host is ambiguous [tiled-host-overlap]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16, strided<[0, 1]>>>} : () -> ()

// -----

// Rows that overlap.
// CHECK: tiled-host-overlap.mlir:[[#@LINE+1]]:120: warning: host strides 255 and 1 of dims 0 and 1 overlap: device to host is ambiguous [tiled-host-overlap]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16, strided<[255, 1]>>>} : () -> ()

// -----

// The stride of an extent of 1 is free.
"t.op"() {a = #tt.tiled_layout<memref<4x1x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1x256xf16, strided<[0, 1]>>>} : () -> ()

// -----

// Two interleaved columns.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16, strided<[1, 2048]>>>} : () -> ()
