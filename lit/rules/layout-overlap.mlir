// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A stride of 8 over 16 rows.
// CHECK: layout-overlap.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: elements [0, 8, 0] and [1, 0, 0] of the tensor both map to (8, 0) [layout-overlap]
"t.op"() {a = tensor<2x16x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef, <1x1>, memref<24x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The extent of d0 is 1, so its stride does not matter.
"t.op"() {a = tensor<1x16x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef, <1x1>, memref<16x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// More elements than indices, too many of both to enumerate: 52743708 elements in 26371854 indices.
// CHECK: layout-overlap.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: elements [0, 0] and [1321, 9978] of the tensor both map to (0, 0) [layout-overlap]
"t.op"() {a = tensor<2643x19956xf32, #tt.metal_layout<(d0, d1) -> (0, (d0 * 19956 + d1) mod 26371854), undef, <1x1>, memref<1x26371854xf32, #tt.memory_space<dram>>>>} : () -> ()

// -----

// Where the two elements are not found.
// CHECK: layout-overlap.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: elements of the tensor overlap: 9000000 map to at most 8999991 indices [layout-overlap]
"t.op"() {a = tensor<9000000xf32, #tt.metal_layout<(d0) -> ((d0 * 1000003 + 500000) floordiv 1000004), undef, <1>, memref<8999991xf32, #tt.memory_space<dram>>>>} : () -> ()

// -----

// Tensors of several shapes, and all overlap: the definition is reported, once.
// CHECK: :[[#@LINE+4]]:29: error: elements [0, 0] and [0, 1] of the tensor both map to (0, 0) [layout-overlap]
// CHECK: :[[#@LINE+4]]:15: note: a tensor of this layout
// CHECK: :[[#@LINE+3]]:48: note: also used here
// CHECK: :[[#@LINE+2]]:82: note: also used here
#several = #tt.metal_layout<(d0, d1) -> (d0, d0), undef, <2x2>, memref<16x16xf32, #tt.memory_space<l1>>>
"t.op"() {a = tensor<64x64xf32, #several>, b = tensor<128x64xf32, #several>, c = tensor<64x32xf32, #several>} : () -> ()

// -----

// One of them does not overlap.
// CHECK: :[[#@LINE+3]]:15: error: elements [0, 0] and [0, 1] of the tensor both map to (0, 0) [layout-overlap]
// CHECK: :[[#@LINE+2]]:72: error: elements [0, 0] and [0, 1] of the tensor both map to (0, 0) [layout-overlap]
#one = #tt.metal_layout<(d0, d1) -> (d0, d0), undef, <2x2>, memref<32x32xf32, #tt.memory_space<l1>>>
"t.op"() {a = tensor<64x64xf32, #one>, b = tensor<64x1xf32, #one>, c = tensor<32x32xf32, #one>} : () -> ()
