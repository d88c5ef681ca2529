// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// 64 rows too many (W1).
// CHECK: tiled-padding.mlir:[[#@LINE+2]]:39: warning: 64 rows of padding in host dim 0, which is not a stick dim [tiled-padding]
// CHECK: note: fix: make the memref 4x1024x64
"t.op"() {a = #tt.tiled_layout<memref<4x1088x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// A stick too many (W2).
// CHECK: tiled-padding.mlir:[[#@LINE+2]]:39: warning: 5 sticks for host dim 1, which needs 4 [tiled-padding]
// CHECK: note: fix: make the memref 4x1024x64
"t.op"() {a = #tt.tiled_layout<memref<5x1024x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1024x256xf16>>} : () -> ()

// -----

// Told at the tensor when it is the host.
// CHECK: tiled-padding.mlir:[[#@LINE+3]]:15: warning: 5 sticks for host dim 1, which needs 4 [tiled-padding]
// CHECK: note: fix: make the memref 4x1024x64
// CHECK: tiled-padding.mlir:[[#@LINE+1]]:60: note: the layout is here
"t.op"() {a = tensor<1024x256xf16, #tt.tiled_layout<memref<5x1024x64xf16>, dim_map = [1, 0, 1], dense>>} : () -> ()

// -----

// 56,000 elements of padding, all in the last stick of each row.
"t.op"() {a = #tt.tiled_layout<memref<4x1000x64xf16>, dim_map = [1, 0, 1], dense, host = memref<1000x200xf16>>} : () -> ()
