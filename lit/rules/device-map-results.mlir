// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// No chip index.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected physical grid mapping to have 3 results{{.*}}[device-map-results]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (d0, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// The wording of 2024-07-24.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected physical grid mapping to have 3 results{{.*}}[device-map-results]
"t.op"() {a = #tt.device<#tt.grid<8x8, (d0, d1) -> (d0, d1)>, [0]>} : () -> ()

// -----

// A memory map gives four numbers.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected l1Map to have 4 results{{.*}}[device-map-results]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1) -> (0, d0, d1), dramMap = (d0, d1) -> (0, 0, d0, d1), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Three.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()
