// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The third chip is the first.
// CHECK: {{:[0-9]+:[0-9]+}}: error: chip id 9 is listed twice, at positions 0 and 2{{.*}}[device-chip-duplicate]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<3x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 3x1x1, chipIds = [9, 3, 9]>} : () -> ()

// -----

// Any order is fine.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<3x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 3x1x1, chipIds = [9, 3, 7]>} : () -> ()
