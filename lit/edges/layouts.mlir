// RUN: not tt-opt --split-input-file --verify-only --max-errors=1000 %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Layouts and their tensors: high ranks, numbers near 2^63, elements of every kind, intervals out of bounds.
// CHECK: :[[#@LINE+3]]:49: error: map results, grid and memref of a layout must agree in rank, but the map has 1 result, the grid rank 2 and the memref rank 2 [layout-rank]
// CHECK: :[[#@LINE+2]]:74: note: the grid has rank 2
// CHECK: :[[#@LINE+1]]:88: note: the memref has rank 2
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:79: error: expected static shape: '?' is not allowed in 'shape' [syntax]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <?x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+4]]:92: error: expected static shape for the memref of a layout, found ?x32 [layout-static]
// CHECK: :[[#@LINE+3]]:92: note: fix: change the memref shape to 8x32
// CHECK: :[[#@LINE+2]]:92: note: fix: replace '?x32x' with '8x32x'
// CHECK: :[[#@LINE+1]]:208: note: fix: replace '?x32x' with '8x32x'
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<?x32xf32, #tt.memory_space<l1>>>>, b = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<?x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:85: error: the memref of a layout must be ranked; expected rank 2, that of the grid [layout-rank]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<*xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32x!other.t, #tt.memory_space<l1>>>>} : () -> ()

// -----

"t.op"() {a = tensor<8x32xvector<4xf32>, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xvector<4xf32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

"t.op"() {a = tensor<8x32xcomplex<f32>, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xcomplex<f64>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: warning: memref element type f32 does not match the tensor element type vector<4xf32> [layout-element]
// CHECK: :[[#@LINE+2]]:107: note: fix: change the element type to vector<4xf32>
// CHECK: :[[#@LINE+1]]:107: note: expected vector<4xf32> here, or a tile
"t.op"() {a = tensor<8x32xvector<4xf32>, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+5]]:15: warning: memref element type bf16 does not match the tensor element type f16 [layout-element]
// CHECK: :[[#@LINE+4]]:97: note: fix: change the element type to f16
// CHECK: :[[#@LINE+3]]:97: note: fix: replace 'bf16' with 'f16'
// CHECK: :[[#@LINE+2]]:214: note: fix: replace 'bf16' with 'f16'
// CHECK: :[[#@LINE+1]]:97: note: expected f16 here, or a tile
"t.op"() {a = tensor<8x32xf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xbf16, #tt.memory_space<l1>>>>, b = tensor<8x32xf16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xbf16, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: memref shape 8x0 does not match the shard shape 8x5 (physical shape 8x5, grid 1x1, divisions round up) [layout-shard-shape]
// CHECK: :[[#@LINE+2]]:95: note: fix: change the memref shape to 8x5 (replace '8x0x' with '8x5x')
// CHECK: :[[#@LINE+1]]:95: note: the memref of the layout; expected shape 8x5
"t.op"() {a = tensor<8x0xf32, #tt.metal_layout<(d0, d1) -> (d0, d1 + 5), undef, <1x1>, memref<8x0xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: memref shape 2x2x2x2x2x2x2x2x2x3 does not match the shard shape 2x2x2x2x2x2x2x2x2x2 (physical shape 2x2x2x2x2x2x2x2x2x2, grid 1x1x1x1x1x1x1x1x1x1, divisions round up) [layout-shard-shape]
// CHECK: :[[#@LINE+2]]:187: note: fix: change the memref shape to 2x2x2x2x2x2x2x2x2x2 (replace '2x2x2x2x2x2x2x2x2x3x' with '2x2x2x2x2x2x2x2x2x2x')
// CHECK: :[[#@LINE+1]]:187: note: the memref of the layout; expected shape 2x2x2x2x2x2x2x2x2x2
"t.op"() {a = tensor<2x2x2x2x2x2x2x2x2x2xf32, #tt.metal_layout<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) -> (d0, d1, d2, d3, d4, d5, d6, d7, d8, d9), undef, <1x1x1x1x1x1x1x1x1x1>, memref<2x2x2x2x2x2x2x2x2x3xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: elements [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] and [0, 0, 0, 0, 0, 0, 0, 0, 0, 1] of the tensor both map to (0, 0, 0, 0, 0, 0, 0, 0, 0, 0) [layout-overlap]
// CHECK: :[[#@LINE+1]]:64: note: the map of the layout
"t.op"() {a = tensor<2x2x2x2x2x2x2x2x2x2xf32, #tt.metal_layout<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) -> (d0, d1, d2, d3, d4, d5, d6, d7, d8, 0), undef, <1x1x1x1x1x1x1x1x1x1>, memref<2x2x2x2x2x2x2x2x2x1xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: element [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] of the tensor maps to (0, 0, 0, 0, 0, 0, 0, 0, 0, -1); physical indices start at 0 [layout-negative]
// CHECK: :[[#@LINE+1]]:64: note: the map of the layout
"t.op"() {a = tensor<2x2x2x2x2x2x2x2x2x2xf32, #tt.metal_layout<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) -> (d0, d1, d2, d3, d4, d5, d6, d7, d8, d9 - 1), undef, <1x1x1x1x1x1x1x1x1x1>, memref<2x2x2x2x2x2x2x2x2x1xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: layout map has 2 dims, but the tensor has rank 10 [layout-tensor-rank]
// CHECK: :[[#@LINE+1]]:64: note: expected a map of 10 dims
"t.op"() {a = tensor<2x2x2x2x2x2x2x2x2x2xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:81: error: a memref of tiles must have at least 2 dims, found 1 [layout-tile-rank]
"t.op"() {a = tensor<4xf32, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:15: error: the shape of the tensor, in scalars, does not fit 64 bits [integer-range]
"t.op"() {a = tensor<4x!tt.tile<32x32, f32>, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:15: error: the shape of the tensor, in scalars, does not fit 64 bits [integer-range]
"t.op"() {a = tensor<4611686018427387904x32x!tt.tile<32x32, f32>, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: the physical index of element [9223372036854775806, 1] of the tensor does not fit 64 bits [integer-range]
// CHECK: :[[#@LINE+1]]:66: note: the map of the layout
"t.op"() {a = tensor<9223372036854775807x2xf32, #tt.metal_layout<(d0, d1) -> (d0 * 2 + d1), undef, <1>, memref<4xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: elements [0, 1] and [1, 0] of the tensor both map to (1) [layout-overlap]
// CHECK: :[[#@LINE+1]]:66: note: the map of the layout
"t.op"() {a = tensor<9223372036854775807x2xf32, #tt.metal_layout<(d0, d1) -> (d0 + d1), undef, <1>, memref<4xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: memref shape 4x1 does not match the shard shape 144115188075855872x1 (physical shape 9223372036854775807x1, grid 2x1, tile 32x32, divisions round up) [layout-shard-shape]
// CHECK: :[[#@LINE+2]]:109: note: fix: change the memref shape to 144115188075855872x1 (replace '4x1x' with '144115188075855872x1x')
// CHECK: :[[#@LINE+1]]:109: note: the memref of the layout; expected shape 144115188075855872x1
"t.op"() {a = tensor<9223372036854775807x1xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<4x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The shape that would match has a map that leaves it: no fix-it.
// CHECK: :[[#@LINE+2]]:15: error: memref shape 615388x1000003x4001 does not match the shard shape 615386x999998x4001 (physical shape 615386x999998x4001, grid 1x1x1, divisions round up) [layout-shard-shape]
// CHECK: :[[#@LINE+1]]:180: note: the memref of the layout; expected shape 615386x999998x4001
"t.op"() {a = tensor<1000003x1000003xf32, #tt.metal_layout<(d0, d1) -> ((d0 + d1 * 7) floordiv 13, (d0 * 5 + d1) mod 1000003, (d0 + d1 * 3) floordiv 1000), undef, <1x1x1>, memref<615388x1000003x4001xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:74: error: right operand of floordiv must be positive, found 0 [affine-divisor]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0 floordiv 0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:29: error: cannot apply encoding to unranked tensor [syntax]
"t.op"() {a = tensor<*xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:15: warning: dim 1 of the tensor is dynamic, so that shard, bytes and overlaps of its layout are not known [layout-dynamic]
"t.op"() {a = tensor<8x?xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+5]]:15: error: layout map has 2 dims, but the tensor has rank 3 [layout-tensor-rank]
// CHECK: :[[#@LINE+4]]:51: note: fix: change the map to (d0, d1, d2) -> (d0 * 8 + d1, d2)
// CHECK: :[[#@LINE+3]]:51: note: fix: replace '(d0, d1) -> (d0, d1)' with '(d0, d1, d2) -> (d0 * 8 + d1, d2)'
// CHECK: :[[#@LINE+2]]:170: note: fix: replace '(d0, d1) -> (d0, d1)' with '(d0, d1, d2) -> (d0 * 8 + d1, d2)'
// CHECK: :[[#@LINE+1]]:51: note: expected a map of 3 dims
"t.op"() {a = tensor<8x8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x32xf32, #tt.memory_space<l1>>>>, b = tensor<8x8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:34: error: dim_alignments[1] must be positive, got 0 [layout-alignments]
// CHECK: :[[#@LINE+1]]:96: note: the dim_alignments
"t.op"() {a = tensor<64x128xf32, #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x0, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: collapsed_intervals start index -3 (normalized: -1) is out of bounds for logical_shape rank 2 [layout-intervals]
// CHECK: :[[#@LINE+1]]:114: note: the collapsed_intervals
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[-3, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: collapsed_intervals end index -3 (normalized: -1) is out of bounds for logical_shape rank 2 [layout-intervals]
// CHECK: :[[#@LINE+1]]:117: note: the collapsed_intervals
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, -3], [1, 2]]> : tensor<2x2xi64>, undef, l1>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: collapsed_intervals end index 3 is out of bounds for logical_shape rank 2 [layout-intervals]
// CHECK: :[[#@LINE+1]]:117: note: the collapsed_intervals
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, undef, l1>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: collapsed_intervals start (1) must not exceed end (0) [layout-intervals]
// CHECK: :[[#@LINE+1]]:114: note: the collapsed_intervals
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[1, 0], [1, 2]]> : tensor<2x2xi64>, undef, l1>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: collapsed_intervals must be a 2D array, got rank 1 [layout-intervals]
// CHECK: :[[#@LINE+1]]:106: note: the collapsed_intervals
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[0, 1]> : tensor<2xi64>, undef, l1>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: collapsed_intervals must have pairs (second dim size 2), got 3 [layout-intervals]
// CHECK: :[[#@LINE+1]]:106: note: the collapsed_intervals
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1, 2]]> : tensor<1x3xi64>, undef, l1>} : () -> ()

// -----

"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : vector<2x2xi64>, undef, l1>} : () -> ()

// -----

"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[]> : tensor<0x2xi64>, undef, l1>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: the physical shape of the layout does not fit 64 bits [integer-range]
// CHECK: :[[#@LINE+1]]:89: note: the logical shape
"t.op"() {a = tensor<2x4x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 9223372036854775807x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: warning: tensor shape 1x1x9223372036854775807x3 does not match its layout: expected 2 grid extents, then as many shard extents, whose products are 64x96 scalars, in tiles [layout-device-shape]
// CHECK: :[[#@LINE+1]]:111: note: the logical shape
"t.op"() {a = tensor<1x1x9223372036854775807x3x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: warning: tensor shape 0x1x2x3 does not match its layout: expected 2 grid extents, then as many shard extents, whose products are 64x96 scalars, in tiles [layout-device-shape]
// CHECK: :[[#@LINE+1]]:93: note: the logical shape
"t.op"() {a = tensor<0x1x2x3x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

"t.op"() {a = tensor<?x1x2x3x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: warning: tensor shape 1x2 does not match its layout: expected 1 grid extent, then as many shard extents, whose products are 6144 scalars, in tiles [layout-device-shape]
// CHECK: :[[#@LINE+1]]:89: note: the logical shape
"t.op"() {a = tensor<1x2x!ttcore.tile<32x32, f32>, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 2]]> : tensor<1x2xi64>, l1, sharded>>} : () -> ()

// -----

"t.op"() {a = tensor<1x2x3x4xf32, #ttcore.metal_layout<logical_shape = 64x96, dim_alignments = 32x32, collapsed_intervals = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, l1, sharded>>} : () -> ()
