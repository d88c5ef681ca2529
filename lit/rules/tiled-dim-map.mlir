// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// There is no host dim 2 (T4).
// CHECK: tiled-dim-map.mlir:[[#@LINE+2]]:66: error: dim_map has host dim 2, but the host rank is 2 [tiled-dim-map]
// CHECK: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [2, 0, 2], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// -1 is for sparse layouts (T4).
// CHECK: tiled-dim-map.mlir:[[#@LINE+2]]:72: error: dim_map has -1, which only sparse layouts may have [tiled-dim-map]
// CHECK: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, -1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A stick dim stands first and last; dim 0 is not cut (T5).
// CHECK: tiled-dim-map.mlir:[[#@LINE+2]]:69: error: dim_map lists host dim 0 too many times; a stick dim appears twice, others once [tiled-dim-map]
// CHECK: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [0, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// Dim 0 is missing (T5).
// CHECK: tiled-dim-map.mlir:[[#@LINE+2]]:72: error: dim_map lists host dim 1 too many times; a stick dim appears twice, others once [tiled-dim-map]
// CHECK: note: fix: make dim_map [1, 0, 1]
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 1, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// -1 stands last, if anywhere (T4).
// CHECK: tiled-dim-map.mlir:[[#@LINE+1]]:70: error: dim_map has -1 at 0, but not as the last entry [tiled-dim-map]
"t.op"() {a = #tt.tiled_layout<memref<1x1024x256x64xf16>, dim_map = [-1, 0, 1, 1], sparse, host = memref<1024x256xf16>>} : () -> ()

// -----

// Both host dims.
"t.op"() {a = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// The other one is cut.
"t.op"() {a = #tt.tiled_layout<memref<16x256x64xf16>, dim_map = [0, 1, 0], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A sparse layout of 2025 and one of 2026.
"t.op"() {a = #tt.tiled_layout<memref<1024x256x64xf16>, dim_map = [0, 1, -1], sparse, host = memref<1024x256xf16>>} : () -> ()

// -----

"t.op"() {a = #tt.tiled_layout<memref<256x1x1024x64xf16>, dim_map = [1, -1, 0, -1], sparse, host = memref<1024x256xf16>>} : () -> ()
