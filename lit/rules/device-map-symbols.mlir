// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Nothing gives s0 a value.
// CHECK: {{:[0-9]+:[0-9]+}}: error: the worker map must not have symbols{{.*}}[device-map-symbols]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1)[s0] -> (s0, d0, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Memory maps have symbols.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0] -> (0, d0, d1, s0), dramMap = (d0, d1)[s0] -> (0, 0, d0, s0), meshShape = 1, chipIds = [0]>} : () -> ()
