// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// No core in a layout.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected positive grid dimensions, got 2x0{{.*}}[grid-positive]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x0>, memref<4x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// In an alias that a device uses: told once.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected positive grid dimensions, got 0x8{{.*}}[grid-positive]
#grid = #tt.grid<0x8, (d0, d1) -> (0, d0, d1)>
"t.op"() {a = #tt.device<workerGrid = #grid, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// The wording since 2026-04-23.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected positive worker grid dimensions, got 0x8{{.*}}[grid-positive]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<0x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// The DRAM.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected positive dram grid dimensions, got 1x0{{.*}}[grid-positive]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<1x0>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// The smallest.
"t.op"() {a = #tt.grid<1x1>} : () -> ()
