// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The map forgets the mesh.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: no logical core maps to chip 5, at index 1 of chipIds{{.*}}[device-chip-unused]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [4, 5]>} : () -> ()

// -----

// Both chips.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [4, 5]>} : () -> ()

// -----

// tt-mlir since 2025-09-25: the grid of each chip.
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [4, 5]>} : () -> ()
