// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
// CHECK: :[[#@LINE+2]]:15: warning: the tensor has rank 3, but the map of its TTNN layout has 2 dims [ttnn-rank]
// CHECK: :[[#@LINE-2]]:29: note: the map of the layout
"t.op"() {a = tensor<1x32x32xbf16, #layout>, again = tensor<1x32x32xbf16, #layout>} : () -> ()

// -----

#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
// CHECK: :[[#@LINE+2]]:15: warning: map results, grid and memref of a TTNN layout must agree in rank, but the map has 2 results, the grid rank 3 and the memref rank 2 [ttnn-rank]
// CHECK: :[[#@LINE-2]]:51: note: the grid
"t.op"() {a = tensor<32x32xbf16, #layout>} : () -> ()

// -----

// Near miss.
#layout = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
"t.op"() {a = tensor<1x32x32xbf16, #layout>} : () -> ()
