// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not tt-opt --verify-only -Wlayout-undecided --split-input-file %s 2>&1 | FileCheck %s --check-prefix=UNDECIDED

// Rows overlap.
// CHECK: layout-strides.mlir:[[#@LINE+1]]:100: error: elements [0, 1] and [1, 0] of the memref overlap: both are at address 1 [layout-strides]
"t.op"() {a = tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, strided<[1, 1]>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// Gaps between rows, columns before rows, an offset, backwards from the last element.
"t.op"() {a = tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, strided<[8, 1]>, #tt.memory_space<l1>>>>,
          b = tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, strided<[1, 4]>, #tt.memory_space<l1>>>>,
          c = tensor<5xi8, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<5xi8, strided<[1], offset: 40>, #tt.memory_space<l1>>>>,
          d = tensor<5xi8, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<5xi8, strided<[-1], offset: 4>, #tt.memory_space<l1>>>>,
          e = tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// A dim of one element can have any stride.
"t.op"() {a = tensor<1x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x4xf32, strided<[0, 1]>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:84: error: element [4] of the memref is at address -4; addresses start at 0 [layout-strides]
"t.op"() {a = tensor<5xi8, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<5xi8, affine_map<(d0) -> (-d0)>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: stride 0 of the memref is not a number, so its elements have no addresses [layout-strides]
"t.op"() {a = tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, strided<[?, 1]>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// At the definition, once.
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: elements [0, 2] and [1, 0] of the memref overlap: both are at address 2 [layout-strides]
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, affine_map<(d0, d1) -> (d0 * 2 + d1)>, #tt.memory_space<l1>>>
"t.op"() {a = tensor<4x4xf32, #rows>, b = tensor<3x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<3x4xf32, #tt.memory_space<l1>>>>, c = tensor<4x4xf32, #rows>} : () -> ()

// -----

// By strides, before 2024-07-11.
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: elements [0, 1] and [1, 0] of the memref overlap: both are at address 1 [layout-strides]
"t.op"() {a = tensor<4x4xf32, #tt.layout<4x1, undef, <1x1>, memref<4x4xf32, strided<[1, 1]>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// TTNN. The pages of an interleaved tensor go round the banks.
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: elements [0, 1] and [1, 0] of the memref overlap: both are at address 1 [layout-strides]
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: the pages of an interleaved tensor are distributed over banks; its memref has no strides [layout-strides]
"t.op"() {a = tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4xf32, strided<[1, 1]>, #ttnn.buffer_type<l1>>, block_sharded>>,
          b = tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4xf32, strided<[8, 1]>, #ttnn.buffer_type<dram>>, interleaved>>,
          c = tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4xf32, strided<[4, 1]>, #ttnn.buffer_type<dram>>, interleaved>>} : () -> ()

// -----

// Too many elements to look at each.
// UNDECIDED: :[[#@LINE+2]]:{{[0-9]+}}: remark: sampling the addresses of the memref found no overlap; the check is incomplete [layout-undecided]
// UNDECIDED: :[[#@LINE+2]]:{{[0-9]+}}: remark: sampling the addresses of the memref found no overlap; the check is incomplete [layout-undecided]
"t.op"() {a = tensor<3000x3000xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<3000x3000xf32, affine_map<(d0, d1) -> ((d0 * 3000 * 1000003 + d1 * 1000003) mod 1000000007)>, #tt.memory_space<dram>>>>,
          b = tensor<3000x3000xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<3000x3000xf32, affine_map<(d0, d1) -> ((d0 * 3000 * 1000003 + d1 * 1000003) mod 1000000007)>, #ttnn.buffer_type<l1>>, <block_sharded>>>} : () -> ()
