// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Three dims for a grid of rank 2.
// CHECK: {{:[0-9]+:[0-9]+}}: error: the worker map has 3 dims, expected 2{{.*}}[device-map-rank]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// No map.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected physical grid mapping to have 3 results{{.*}}[device-map-rank]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// One for each.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()
