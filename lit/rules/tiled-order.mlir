// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Dim 0 twice (T12).
// CHECK: tiled-order.mlir:[[#@LINE+2]]:72: error: order has dim 0 twice; expected each of 0 to 1 once [tiled-order]
// CHECK: note: fix: make order [0, 1]
"t.op"() {a = tensor<1024x256xf16, #tt.tiled_layout<stick, order = [0, 0]>>} : () -> ()

// -----

// There is no dim 2.
// CHECK: tiled-order.mlir:[[#@LINE+2]]:48: error: order has dim 2; expected each of 0 to 1 once [tiled-order]
// CHECK: note: fix: make order [1, 0]
"t.op"() {a = #tt.tiled_layout<stick, order = [2, 0]>} : () -> ()

// -----

// As many entries as the tensor has dims.
// CHECK: tiled-order.mlir:[[#@LINE+2]]:15: error: order has 3 entries, but the host rank is 2 [tiled-order]
// CHECK: tiled-order.mlir:[[#@LINE+1]]:68: note: the layout
"t.op"() {a = tensor<1024x256xf16, #tt.tiled_layout<stick, order = [0, 1, 2]>>} : () -> ()

// -----

// Each dim once.
"t.op"() {a = tensor<1024x256xf16, #tt.tiled_layout<stick, order = [1, 0]>>} : () -> ()

// -----

"t.op"() {a = tensor<2x3x64xf16, #tt.tiled_layout<stick, order = [2, 0, 1], convention = 2026, sparse>>} : () -> ()
