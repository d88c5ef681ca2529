// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A stride of 32 over 64 rows.
// CHECK: ttnn-overlap.mlir:[[#@LINE+2]]:15: warning: elements [0, 32, 0] and [1, 0, 0] of the tensor both map to (32, 0) [ttnn-overlap]
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the map of the layout
"t.op"() {a = tensor<2x64x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<3x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// A dim that the map leaves out; with one element it may.
// CHECK: :[[#@LINE+1]]:15: warning: elements [0, 0] and [1, 0] of the tensor both map to (0, 0) [ttnn-overlap]
"t.op"() {a = tensor<2x8xbf16, #ttnn.ttnn_layout<(d0, d1) -> (0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>,
          b = tensor<1x8xbf16, #ttnn.ttnn_layout<(d0, d1) -> (0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// A layout that is not the physical one.
"t.op"() {a = tensor<2x8xbf16, #ttnn.ttnn_layout<(d0, d1) -> (0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>, ignorePhysicalLayout = true>>} : () -> ()
