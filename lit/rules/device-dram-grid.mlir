// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A row of banks needs two dims.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected 2D dram grid, got 1D{{.*}}[device-dram-grid]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// As tt-mlir writes it.
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1, chipIds = [0]>} : () -> ()
