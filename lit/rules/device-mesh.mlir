// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A mesh of two places, one chip.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected chipIds size to match the volume of meshShape{{.*}}[device-mesh]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [0]>} : () -> ()

// -----

// An empty mesh is one chip.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>} : () -> ()

// -----

// An extent below 1.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected chipIds size to match the volume of meshShape: meshShape 0 has an extent below 1{{.*}}[device-mesh]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 0, chipIds = [0]>} : () -> ()

// -----

// The product does not wrap to 0.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected chipIds size to match the volume of meshShape{{.*}}a volume above 2^63 - 1{{.*}}[device-mesh]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 4294967296x4294967296, chipIds = [0]>} : () -> ()

// -----

// One topology for two dims.
// CHECK: {{:[0-9]+:[0-9]+}}: error: expected meshTopology size to match meshShape rank{{.*}}[device-mesh]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1] -> (0, 0, 0, d0 * s1 + d2 + s0), meshShape = 1x1, chipIds = [0], meshTopology = [ring]>} : () -> ()

// -----

// Two chips side by side.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()
