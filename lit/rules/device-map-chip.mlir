// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: logical core (0, 8) maps to core (0, 8) of chip 1, outside the chip 8x8 that the grid and meshShape 1x2 imply [device-map-chip]
// CHECK: note: fix: the map of meshShape 1x2
"test.columns"() {d = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()
// -----
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: logical core (8, 0) maps to core (8, 0) of chip 1, outside the chip 8x8 that the grid and meshShape 2x1 imply [device-map-chip]
tt.device @rows = <workerGrid = #tt.grid<16x8, (d0, d1) -> (d0 floordiv 8, d0, d1)>, meshShape = 2x1, chipIds = [0, 1]>
// -----
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: logical core (0, 64) maps to core (8, 0) of chip 1, outside the chip 8x8 that the grid and meshShape 1x2 imply [device-map-chip]
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<1x128, (d0, d1) -> (d1 floordiv 64, d0 * 8 + d1 floordiv 8, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} {}
// -----
// A floordiv is missing, too: one chip has all cores.
// CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: no logical core maps to chip 1, at index 1 of chipIds [device-chip-unused]
// CHECK: note: logical core (0, 8) leaves the chip 8x8 that the grid and the mesh imply
// CHECK: note: the map of meshShape 1x2 is (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)
"test.chip"() {d = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()
// -----
// Legal: every view of whole chips, parts of chips, gaps, the grid of each chip.
// CHECK-NOT: {{\[device-map-chip\]}}
"test.legal"() {
  plain = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  wide = #tt.device<workerGrid = #tt.grid<1x128, (d0, d1) -> (d1 floordiv 64, d0 * 8 + (d1 mod 64) floordiv 8, d1 mod 8)>, meshShape = 1x2, chipIds = [2, 3]>,
  gaps = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (d1 floordiv 4, d0, (d1 mod 4) * 2)>, meshShape = 1x2, chipIds = [4, 5]>,
  part = #tt.device<workerGrid = #tt.grid<8x12, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [6, 7]>,
  chip = #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)>, meshShape = 1, chipIds = [8]>,
  each = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [9, 10]>
} : () -> ()
