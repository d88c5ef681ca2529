// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// tt-mlir of 2024-09-13: mod of the mesh, not of the chip.
// CHECK: {{:[0-9]+:[0-9]+}}: error: logical cores (0, 0) and (0, 2) map to the same physical core: core (0, 0){{.*}}[device-map-overlap]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()

// -----

// The specification.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()

// -----

// A staircase.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, (d0 + d1) mod 8)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// A staircase with too few steps.
// CHECK: {{:[0-9]+:[0-9]+}}: error: logical cores (0, 0) and (0, 7) map to the same physical core{{.*}}[device-map-overlap]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, (d0 + d1) mod 7)>, meshShape = 1, chipIds = [0]>} : () -> ()
