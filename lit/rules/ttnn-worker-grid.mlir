// RUN: not tt-opt --split-input-file --verify-only --target=ttnn %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// The staircase of the device specification.
// CHECK: :[[#@LINE+1]]:53: error: unsupported worker grid for TTNN: 8x8 on chips of 8x8; supported: blocks (the identity, or transposed), 1xN and Nx1 in row-major order, each collapsed along the mesh [ttnn-worker-grid]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, (d0 + d1) mod 8)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// 1xN, but column by column.
// CHECK: :[[#@LINE+1]]:54: error: unsupported worker grid for TTNN: 1x64 on chips of 8x8
"t.op"() {a = #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d1 mod 8, d1 floordiv 8)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Near misses: block, transposed, width, a part of a width, height, blocks joined along a mesh in both ways, mesh in
// front; the grid of each chip (since 2025-09-25).
"t.op"() {
  a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>,
  b = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d1, d0)>, meshShape = 1, chipIds = [0]>,
  c = #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d0 * 8 + d1 floordiv 8, d1 mod 8)>, meshShape = 1, chipIds = [0]>,
  d = #tt.device<workerGrid = #tt.grid<1x12, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, meshShape = 1, chipIds = [0]>,
  e = #tt.device<workerGrid = #tt.grid<64x1, (d0, d1) -> (0, d1 * 8 + d0 floordiv 8, d0 mod 8)>, meshShape = 1, chipIds = [0]>,
  f = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>,
  g = #tt.device<workerGrid = #tt.grid<16x16, (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)>, meshShape = 2x2, chipIds = [0, 1, 2, 3]>,
  h = #tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1x1, chipIds = [0, 1]>,
  i = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [0, 1]>
} : () -> ()
