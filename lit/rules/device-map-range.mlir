// RUN: not tt-opt --verify-only --split-input-file --system-desc='[8, 8x8]' %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A row in front of the first.
// CHECK: {{:[0-9]+:[0-9]+}}: error: logical core (0, 0) maps to core row -1{{.*}}[device-map-range]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0 - 1, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// A chip index, not a chip id.
// CHECK: {{:[0-9]+:[0-9]+}}: error: logical core (0, 0) maps to chip index 4{{.*}}[device-map-range]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (4, d0, d1)>, meshShape = 1, chipIds = [4]>} : () -> ()

// -----

// The ninth column of a chip of 8x8.
// CHECK: {{:[0-9]+:[0-9]+}}: error: logical core (0, 8) is core (0, 8) of chip 0, outside its grid 8x8{{.*}}[device-map-range]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x9, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// A part of the chip.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<4x6, (d0, d1) -> (0, d0 + 4, d1 + 2)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// One chip too many, by one; and the last one, which is there.
// CHECK: {{:[0-9]+:[0-9]+}}: error: logical core (2, 0, 0) maps to chip index 2{{.*}}[device-map-range]
"t.op"() {a = #tt.device<#tt.grid<3x8x8, (d0, d1, d2) -> (d0, d1, d2)>, [0, 1]>} : () -> ()
"t.op"() {a = #tt.device<#tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, [0, 1]>} : () -> ()
