// RUN: not tt-opt --split-input-file --verify-only --target=ttnn --max-errors=1000 %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// What TTNN cannot lower: grids of another rank, tensors that are not a matrix, worker grids that it does not support.
// CHECK: :[[#@LINE+2]]:15: error: unsupported grid of rank 4 for TTNN; supported: rank 2, with outer dims only for the mesh of a device [ttnn-grid-rank]
// CHECK: :[[#@LINE+1]]:98: note: the grid has rank 4
"t.op"() {a = tensor<2x3x4x32xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1, d2, d3), undef, <1x1x1x1>, memref<2x3x4x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The mesh comes before the two dims of each chip, in the text after the tensor.
"t.op"() {a = tensor<2x2x4x32xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1, d2, d3), undef, <2x2x1x1>, memref<1x1x4x32xf32, #tt.memory_space<l1>>>>} : () -> ()
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<2x2x8x8, (d0, d1, d2, d3) -> (d0 * 2 + d1, d2, d3)>, meshShape = 2x2x1x1, chipIds = [0, 1, 2, 3]>} {}

// -----

// A mesh of another shape does not count.
// CHECK: :[[#@LINE+2]]:15: error: unsupported grid of rank 4 for TTNN; supported: rank 2, with outer dims only for the mesh of a device [ttnn-grid-rank]
// CHECK: :[[#@LINE+1]]:98: note: the grid has rank 4
"t.op"() {a = tensor<2x2x4x32xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1, d2, d3), undef, <2x2x1x1>, memref<1x1x4x32xf32, #tt.memory_space<l1>>>>} : () -> ()
// CHECK: :[[#@LINE+1]]:74: error: unsupported worker grid for TTNN: 4x1x8x8; supported: one block of cores, or 1xN and Nx1 on any cores, the same on each chip of the mesh [ttnn-worker-grid]
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<4x1x8x8, (d0, d1, d2, d3) -> (d0, d2, d3)>, meshShape = 2x2x1x1, chipIds = [0, 1, 2, 3]>} {}

// -----

// CHECK: :[[#@LINE+2]]:15: error: TTNN requires a 2D layout that collapses all dims but the last; this layout of a 2x4x32 has a different map [ttnn-collapse]
// CHECK: :[[#@LINE+1]]:51: note: the map of the layout
"t.op"() {a = tensor<2x4x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 5 + d1, d2), undef, <1x1>, memref<9x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

"t.op"() {a = tensor<2x4x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <1x1>, memref<2x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: elements [0, 1, 0] and [1, 0, 0] of the tensor both map to (1, 0) [layout-overlap]
// CHECK: :[[#@LINE+1]]:68: note: the map of the layout
"t.op"() {a = tensor<2x4611686018427387904x4xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 + d1, d2), undef, <1x1>, memref<9x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

#d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d1, d0)>, meshShape = 1x1, chipIds = [0]>
// CHECK: :[[#@LINE+2]]:44: error: logical cores (0, 0) and (0, 1) map to the same physical core: core (0, 0) of the chip at index 0 of chipIds [device-map-overlap]
// CHECK: :[[#@LINE+1]]:44: note: fix: the map of meshShape 1x1 (replace '(d0, d1) -> (0, d0, d1 floordiv 2)' with '(d0, d1) -> (0, d0, d1)')
#e = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1 floordiv 2)>, meshShape = 1x1, chipIds = [0]>
// CHECK: :[[#@LINE+1]]:44: error: unsupported worker grid for TTNN: 8x8; supported: one block of cores, or 1xN and Nx1 on any cores, the same on each chip of the mesh [ttnn-worker-grid]
#f = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0 * 2, d1)>, meshShape = 1x1, chipIds = [0]>
// CHECK: :[[#@LINE+1]]:44: error: unsupported worker grid for TTNN: 8x8; supported: one block of cores, or 1xN and Nx1 on any cores, the same on each chip of the mesh [ttnn-worker-grid]
#g = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, 7 - d0, d1)>, meshShape = 1x1, chipIds = [0]>
#h = #tt.device<workerGrid = #tt.grid<8, (d0) -> (0, d0, 0)>, meshShape = 1, chipIds = [0]>
#i = #tt.device<workerGrid = #tt.grid<16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 8, d1)>, meshShape = 2x1, chipIds = [8, 9]>
// CHECK: :[[#@LINE+2]]:102: warning: no logical core maps to chip 9, at index 1 of chipIds [device-chip-unused]
// CHECK: :[[#@LINE+1]]:45: note: the worker map reaches 1 of 2 chips
#j = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [8, 9]>
// CHECK: :[[#@LINE+1]]:44: error: unsupported worker grid for TTNN: 8x8; supported: one block of cores, or 1xN and Nx1 on any cores, the same on each chip of the mesh [ttnn-worker-grid]
#k = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0 mod 4, d1 + (d0 floordiv 4) * 8)>, meshShape = 1x1, chipIds = [0]>
