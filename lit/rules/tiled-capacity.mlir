// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Three sticks hold 192 elements (T11).
// CHECK: tiled-capacity.mlir:[[#@LINE+2]]:39: error: device holds 192 indices of host dim 1, which has 256 [tiled-capacity]
// CHECK: note: fix: make the memref 4x1024x64
"t.op"() {a = #tt.tiled_layout<memref<3x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// The DMA code of November 2025 makes one stick of a padded row.
// CHECK: tiled-capacity.mlir:[[#@LINE+2]]:39: error: device holds 64 indices of host dim 1, which has 200 [tiled-capacity]
// CHECK: note: fix: make the memref 4x1000x64
"t.op"() {a = #tt.tiled_layout<memref<1x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16>>} : () -> ()

// -----

// Its sparse layouts keep the sizes of dense ones.
// CHECK: tiled-capacity.mlir:[[#@LINE+2]]:39: error: device holds 4 indices of host dim 1, which has 256 [tiled-capacity]
// CHECK: note: fix: make the memref 256x512x64
"t.op"() {a = #tt.tiled_layout<memref<4x512x64xf16>, dim_map = [1, 0, 1], sparse, host = memref<512x256xf16>>} : () -> ()

// -----

// Told at the tensor when it is the host.
// CHECK: tiled-capacity.mlir:[[#@LINE+3]]:15: error: device holds 64 indices of host dim 1, which has 200 [tiled-capacity]
// CHECK: note: fix: make the memref 4x1000x64
// CHECK: tiled-capacity.mlir:[[#@LINE+1]]:60: note: the layout is here
"t.op"() {a = tensor<1000x200xf16, #tt.tiled_layout<memref<1x1000x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// Four sticks.
"t.op"() {a = #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16>>} : () -> ()

// -----

// One stick an element.
"t.op"() {a = #tt.tiled_layout<memref<256x512x64xf16>, dim_map = [1, 0, 1], sparse, host = memref<512x256xf16>>} : () -> ()

// -----

// The host is not known.
"t.op"() {a = #tt.tiled_layout<memref<1x1000x64xf16>, dim_map = [1, 0, 1], dense>} : () -> ()
