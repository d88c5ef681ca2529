// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A stride of 8 over 16 rows.
// CHECK: layout-overlap.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: elements [0, 8, 0] and [1, 0, 0] of the tensor both map to (8, 0) [layout-overlap]
"t.op"() {a = tensor<2x16x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef, <1x1>, memref<24x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The extent of d0 is 1, so its stride does not matter.
"t.op"() {a = tensor<1x16x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 8 + d1, d2), undef, <1x1>, memref<16x32xf32, #tt.memory_space<l1>>>>} : () -> ()
