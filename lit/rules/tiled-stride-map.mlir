// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The host stride of the rows is 256 (T13).
// CHECK: tiled-stride-map.mlir:[[#@LINE+2]]:101: error: stride_map has 128 at 1, but the host stride of that device dim is 256 [tiled-stride-map]
// CHECK: note: fix: make stride_map [64, 256, 1]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, stride_map = [64, 128, 1], host = memref<1024x256xf16>>} : () -> ()

// -----

// The last entry is -1 in a sparse layout and only there.
// CHECK: tiled-stride-map.mlir:[[#@LINE+1]]:85: error: stride_map ends in -1; the last entry is -1 in sparse layouts and only there [tiled-stride-map]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dense, stride_map = [64, 256, -1], host = memref<1024x256xf16>>} : () -> ()

// -----

// No host dim has stride 100.
// CHECK: tiled-stride-map.mlir:[[#@LINE+1]]:80: error: no host dim matches stride 100 of device dim 1 [tiled-stride-map]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dense, stride_map = [64, 100, 1], host = memref<1024x256xf16>>} : () -> ()

// -----

// The same in both ways.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, stride_map = [64, 256, 1], host = memref<1024x256xf16>>} : () -> ()

// -----

// By stride_map alone.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dense, stride_map = [64, 256, 1], host = memref<1024x256xf16>>} : () -> ()

// -----

// The entry of an extent of 1 is free.
"t.op"() {a = #tt.tiled_layout<memref<1x1024x64xf16>, dim_map = [1, 0, 1], dense, stride_map = [60, 64, 1], host = memref<1024x64xf16>>} : () -> ()
