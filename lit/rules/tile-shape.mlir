// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// One extent.
// CHECK: tile-shape.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: expected 2D shape, height x width, got 1 dim [tile-shape]
"t.op"() {a = !tt.tile<32, f32>} : () -> ()

// -----

// No row.
// CHECK: tile-shape.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: the extents of a tile must be at least 1, got 0x32 [tile-shape]
"t.op"() {a = !tt.tile<0x32, f32>} : () -> ()

// -----

// The smallest supported one, with the blanks of 2024.
"t.op"() {a = !tt.tile<4 x 16, f32>} : () -> ()
