// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The right half is on the first chip.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: logical core (0, 8) maps to chip index 0, but its position in meshShape 1x2 is 1{{.*}}[device-mesh-topology]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (1 - d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()

// -----

// Equal on every core of the grid.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()
