// RUN: not tt-opt --split-input-file --verify-only --target=ttnn -Wno-device-map-chip -Wno-mixed-eras %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// The staircase of the device specification.
// CHECK: :[[#@LINE+2]]:53: error: unsupported worker grid for TTNN: 8x8; supported: one block of cores, or 1xN and Nx1 on any cores, the same on each chip of the mesh [ttnn-worker-grid]
// CHECK: note: shard [1, 0] is on core 1,1 (y,x) by the worker map, and on 1,0 in a row_major block from 0,0 on
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, (d0 + d1) mod 8)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Columns from right to left: the map is injective, but a block has its first shard at its least core.
// CHECK: :[[#@LINE+2]]:53: error: unsupported worker grid for TTNN: 8x8
// CHECK: note: shard [0, 1] is on core 0,6 (y,x) by the worker map, and on 0,8 in a row_major block from 0,7 on
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, 7 - d1)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Lines are not joined along the mesh: neighbors are on different chips.
// CHECK: warning: {{.*}} [device-mesh-topology]
// CHECK: :[[#@LINE+2]]:{{.*}}: error: unsupported worker grid for TTNN: 1x128
// CHECK: note: shard [0, 1] is on chip index 1 by the worker map, and on 0 by meshShape 1x2
"t.op"() {a = #tt.device<workerGrid = #tt.grid<1x128, (d0, d1) -> (d1 mod 2, d1 floordiv 16, (d1 floordiv 2) mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()

// -----

// Each chip on cores of its own.
// CHECK: :[[#@LINE+2]]:{{.*}}: error: unsupported worker grid for TTNN: 8x8
// CHECK: note: TTNN uses the same cores on each chip, and shard [0, 4] is on core 0,4 (y,x) of chip index 1, not on 0,0 as on the first chip
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (d1 floordiv 4, d0, d1)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()

// -----

// A line on a chip in front of rows and columns.
// CHECK: :[[#@LINE+2]]:{{.*}}: error: unsupported worker grid for TTNN: 2x4x8
// CHECK: note: a chip has 2 shards along dim 0 of the grid; TTNN supports rows and columns
"t.op"() {a = #tt.device<workerGrid = #tt.grid<2x4x8, (d0, d1, d2) -> (0, d0 * 4 + d1, d2)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Near misses: block, transposed, width, a part of a width, height, blocks joined along a mesh in both ways, mesh in
// front; the grid of each chip (since 2025-09-25); lines joined along a mesh; a line column by column (col_major); a
// line that goes round a corner (several ranges); a block that does not start at core 0,0.
"t.op"() {
  a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>,
  b = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d1, d0)>, meshShape = 1, chipIds = [0]>,
  c = #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)>, meshShape = 1, chipIds = [0]>,
  d = #tt.device<workerGrid = #tt.grid<1x12, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, meshShape = 1, chipIds = [0]>,
  e = #tt.device<workerGrid = #tt.grid<64x1, (d0, d1) -> (0, d1 * 8 + d0 floordiv 8, d0 mod 8)>, meshShape = 1, chipIds = [0]>,
  f = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  g = #tt.device<workerGrid = #tt.grid<16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)>, meshShape = 2x2, chipIds = [0, 1, 2, 3]>,
  h = #tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1x1, chipIds = [0, 1]>,
  i = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [0, 1]>,
  j = #tt.device<workerGrid = #tt.grid<1x128, (d0, d1) -> (d1 floordiv 64, (d1 mod 64) floordiv 8, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  k = #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d1 mod 8, d1 floordiv 8)>, meshShape = 1, chipIds = [0]>,
  l = #tt.device<workerGrid = #tt.grid<16x1, (d0, d1) -> (0, d0 floordiv 8, (d0 + (d0 floordiv 8) * 4) mod 8)>, meshShape = 1, chipIds = [0]>,
  m = #tt.device<workerGrid = #tt.grid<4x4, (d0, d1) -> (0, d0 + 2, d1 + 1)>, meshShape = 1, chipIds = [0]>
} : () -> ()
