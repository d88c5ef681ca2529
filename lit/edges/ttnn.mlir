// RUN: not tt-opt --split-input-file --verify-only --max-errors=1000 %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// TTNN layouts, memory configurations and sets of core ranges at the limits of the rules. Sections without a CHECK line have no diagnostic.
// CHECK: :[[#@LINE+1]]:98: error: the memref of a TTNN layout has no memory space; expected #ttnn.buffer_type<..> [ttnn-buffer-type]
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:100: error: memory space '#tt.memory_space<l1>' of a TTNN layout is not a buffer type [ttnn-buffer-type]
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, affine_map<(d0, d1) -> (d0, d1)>, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<*xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<*xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:34: error: non-sharded TTNN layout must not carry a core_range_set (got interleaved) [ttnn-core-ranges]
// CHECK: :[[#@LINE+1]]:151: note: the core ranges
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<8x16xf32, #ttnn.buffer_type<l1>>, <interleaved>, core_ranges = <[#ttnn.core_range<(0,0), (7,7)>]>>>} : () -> ()

// -----

// A default is not printed, so it does not date the text: no warning here, nor in the canonical text.
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<8x16xf32, #ttnn.buffer_type<l1>>, <block_sharded>, ignorePhysicalLayout = false>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<9x16xf32, #ttnn.buffer_type<l1>>, <block_sharded>, ignorePhysicalLayout = true>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:34: warning: no version of tt-mlir read a ttnn_layout with these fields [no-version]
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #ttnn.buffer_type<system_memory>>, core_ranges = <[#ttnn.core_range<(0,0), (7,7)>]>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<64x128xf32, #ttnn.buffer_type<system_memory>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: warning: the tensor has rank 2, but the map of its TTNN layout has 1 dim [ttnn-rank]
// CHECK: :[[#@LINE+1]]:52: note: the map of the layout
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0) -> (d0, d0), <1x1>, memref<64x128xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:70: warning: map results, grid and memref of a TTNN layout must agree in rank, but the map has 1 result, the grid rank 2 and the memref rank 1 [ttnn-rank]
// CHECK: :[[#@LINE+1]]:52: note: the map
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0), <1x1>, memref<64xf32, #ttnn.buffer_type<l1>>, <block_sharded>>>} : () -> ()

// -----

// The grid 1x1 of a layout in DRAM has no other form; columns overlap.
// CHECK: :[[#@LINE+2]]:15: warning: elements [0, 0] and [0, 1] of the tensor both map to (0) [ttnn-overlap]
// CHECK: :[[#@LINE+1]]:52: note: the map of the layout
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0), <1x1>, memref<64xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:81: warning: map results, grid and memref of a TTNN layout must agree in rank, but the map has 2 results, the grid rank 2 and the memref rank 1 [ttnn-rank]
// CHECK: :[[#@LINE+1]]:52: note: the map
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x0xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1)[s0] -> (d0, d1 + s0), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128x!ttcore.tile<32x32, f32>, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:75: error: expected positive grid dimensions, got 0x1 [grid-positive]
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <0x1>, memref<64x128xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x?xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128x!other.thing, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x1x!other.thing, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<9223372036854775807x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0 * 2, d1), <1x1>, memref<64x128xf32, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<9223372036854775807x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <4x4>, memref<64x128xf32, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<9223372036854775807x128xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <4x4>, memref<64x128x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <4294967296x4294967296>, memref<1x1xf32, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: warning: memref shape 1x7 does not match the shard shape 1x2048 of this tensor [ttnn-shard-shape]
// CHECK: :[[#@LINE+2]]:88: note: fix: change the memref shape to 1x2048 (replace '1x7x' with '1x2048x')
// CHECK: :[[#@LINE+1]]:88: note: the memref of the layout
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<1x7xf32, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: warning: memref shape 1x1x7 does not match the shard shape 1x1x6 tiles of this tensor [ttnn-shard-shape]
// CHECK: :[[#@LINE+2]]:101: note: fix: change the memref shape to 1x1x6 (replace '1x1x7x' with '1x1x6x')
// CHECK: :[[#@LINE+1]]:101: note: the memref of the layout
"t.op"() {a = tensor<3x64x128xbf16, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0, d1, d2), <1x2x2>, memref<1x1x7x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()
#m = memref<1x7xf32, #ttnn.buffer_type<l1>>

// -----

// CHECK: :[[#@LINE+5]]:15: warning: memref shape 9x9 does not match the shard shape 1x2048 of this tensor [ttnn-shard-shape]
// CHECK: :[[#@LINE+4]]:88: note: fix: change the memref shape to 1x2048
// CHECK: :[[#@LINE+3]]:88: note: fix: replace '9x9x' with '1x2048x'
// CHECK: :[[#@LINE+2]]:215: note: fix: replace '9x9x' with '1x2048x'
// CHECK: :[[#@LINE+1]]:88: note: the memref of the layout
"t.op"() {a = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<9x9xf32, #ttnn.buffer_type<l1>>, <interleaved>>>, b = tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<9x9xf32, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<f32, #ttnn.ttnn_layout<() -> (), <>, memref<f32, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: warning: memref shape 7 does not match the shard shape 1 of this tensor [ttnn-shard-shape]
// CHECK: :[[#@LINE+2]]:68: note: fix: change the memref shape to 1 (replace '7x' with '1x')
// CHECK: :[[#@LINE+1]]:68: note: the memref of the layout
"t.op"() {a = tensor<f32, #ttnn.ttnn_layout<() -> (0), <1>, memref<7xf32, #ttnn.buffer_type<l1>>, <interleaved>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+5]]:15: error: Core ranges overlap: #ttnn.core_range<(0,0), (3,3)> and #ttnn.core_range<(3,3), (4,4)> [core-range]
// CHECK: :[[#@LINE+4]]:54: note: the first of them
// CHECK: :[[#@LINE+3]]:118: note: the second
// CHECK: :[[#@LINE+2]]:69: error: Start coordinates #ttnn.core_coord<5, 5> must be less than or equal to end coordinates #ttnn.core_coord<4, 4> [core-range]
// CHECK: :[[#@LINE+1]]:93: note: the last core
"t.op"() {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (3,3)>, #ttnn.core_range<(5,5), (4,4)>, #ttnn.core_range<(3,3), (4,4)>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: Core ranges overlap: #ttnn.core_range<(0,0), (9,0)> and #ttnn.core_range<(9,0), (9,0)> [core-range]
// CHECK: :[[#@LINE+2]]:54: note: the first of them
// CHECK: :[[#@LINE+1]]:182: note: the second
"t.op"() {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (9,0)>, #ttnn.core_range<(2,2), (2,2)>, #ttnn.core_range<(2,4), (2,4)>, #ttnn.core_range<(1,1), (1,1)>, #ttnn.core_range<(9,0), (9,0)>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:15: error: Core ranges overlap: #ttnn.core_range<(5,5), (6,6)> and #ttnn.core_range<(0,0), (5,5)> [core-range]
// CHECK: :[[#@LINE+2]]:54: note: the first of them
// CHECK: :[[#@LINE+1]]:86: note: the second
"t.op"() {a = #ttnn.core_range_set<[#ttnn.core_range<(5,5), (6,6)>, #ttnn.core_range<(0,0), (5,5)>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:69: error: undefined symbol alias id 'absent' [alias-undefined]
"t.op"() {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,1)>, #absent, #ttnn.core_range<(1,1), (2,2)>]>} : () -> ()

// -----

"t.op"() {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,1)>, #ttnn.core_range<2x2, 3x3>]>} : () -> ()

// -----

"t.op"() {a = #ttnn.memory_config<<l1>, <single_bank>, <#ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: Sharding is only valid for L1 or DRAM buffer type [ttnn-memory-layout]
// CHECK: :[[#@LINE+1]]:65: note: buffer type is l1_small, memory layout is height_sharded
"t.op"() {a = #ttnn.memory_config<<l1_small>, <height_sharded>, <#ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: BlockSharded layout is not supported for DRAM buffer type; use WidthSharded or HeightSharded [ttnn-memory-layout]
// CHECK: :[[#@LINE+1]]:60: note: buffer type is dram, memory layout is block_sharded
"t.op"() {a = #ttnn.memory_config<<dram>, <block_sharded>, <#ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+2]]:15: error: BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved [ttnn-memory-layout]
// CHECK: :[[#@LINE+1]]:43: note: buffer type is dram, memory layout is block_sharded
"t.op"() {a = #ttnn.memory_config<<dram>, <block_sharded>>} : () -> ()

// -----

"t.op"() {a = #ttnn.memory_config<<l1>, <none>, <#ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:35: error: undefined symbol alias id 'absent' [alias-undefined]
"t.op"() {a = #ttnn.memory_config<#absent, <interleaved>>} : () -> ()
