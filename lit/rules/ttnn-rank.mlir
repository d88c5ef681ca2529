// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
// CHECK: :[[#@LINE+2]]:15: warning: the tensor has rank 3, but the map of its TTNN layout has 2 dims [ttnn-rank]
// CHECK: :[[#@LINE-2]]:29: note: the map of the layout
"t.op"() {a = tensor<1x32x32xbf16, #layout>, again = tensor<1x32x32xbf16, #layout>} : () -> ()

// -----

// The parts of a layout are reported with the layout, once for all its tensors.
// CHECK: :[[#@LINE+2]]:51: warning: map results, grid and memref of a TTNN layout must agree in rank, but the map has 2 results, the grid rank 3 and the memref rank 2 [ttnn-rank]
// CHECK: :[[#@LINE+1]]:25: note: the map
#a = #ttnn.ttnn_layout< (d0, d1) -> (d0, d1),     <2x1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
"t.op"() {a = tensor<32x32xbf16, #a>, b = tensor<32x64xbf16, #a>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: map results, grid and memref of a TTNN layout must agree in rank, but the map has 4 results, the grid rank 2 and the memref rank 2 [ttnn-rank]
"t.op"() {a = tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0, d1, d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// Near misses. The grid of a layout that is not sharded is 1x1 whatever its map (tt-mlir: expected (1, 1) grid shape), or the cores of L1.
#layout = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
#results = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0, d1, d2), <1x1>, memref<1x1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
#cores = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0, d1, d2), <8x8>, memref<1x1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <interleaved>>
"t.op"() {a = tensor<1x32x32xbf16, #layout>, b = tensor<1x32x32xbf16, #results>, c = tensor<2x32x2048xbf16, #cores>} : () -> ()

// -----

// No tensor has the rank of the map: the definition is reported, once.
// CHECK: :[[#@LINE+3]]:30: warning: the tensor has rank 2, but the map of its TTNN layout has 3 dims [ttnn-rank]
// CHECK: :[[#@LINE+3]]:15: note: a tensor of this layout
// CHECK: :[[#@LINE+2]]:48: note: also used here
#several = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0, d1), <2x2>, memref<16x16xf32, #ttnn.buffer_type<l1>>, <block_sharded>>
"t.op"() {a = tensor<64x64xf32, #several>, b = tensor<128x64xf32, #several>} : () -> ()
