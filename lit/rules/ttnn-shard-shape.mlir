// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"
// RUN: tt-opt --split-input-file --fix %s 2>/dev/null | FileCheck %s --check-prefix=FIX

#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK: :[[#@LINE-1]]:65: warning: memref shape 1x1 does not match the shard shape 2x1 tiles of this tensor [ttnn-shard-shape]
// CHECK: :[[#@LINE+1]]:15: note: a tensor of this layout
"t.op"() {a = tensor<64x32xbf16, #layout>} : () -> ()

// -----

// An inline layout has a fix-it.
// CHECK: :[[#@LINE+2]]:15: warning: memref shape 8x4 does not match the shard shape 32x4 of this tensor [ttnn-shard-shape]
// FIX: memref<32x4xf32,
"t.op"() {a = tensor<32x32xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<8x4xf32, #ttnn.buffer_type<l1>>, <width_sharded>>>} : () -> ()

// -----

// Near misses: rows are padded to tiles before they are collapsed (6x15x10: 6x32x32, 192x32, 6x1 tiles); L1 interleaved deals
// its tiles out to all cores (32x2049 on 8x8: 65 tiles, 2 for each; 32x2049 scalars: 1025 for each).
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#collapsed = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<6x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#dealt = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1025xbf16, #l1>, <interleaved>>
"t.op"() {a = tensor<6x15x10xbf16, #collapsed>, b = tensor<32x2049xbf16, #dealt>, c = tensor<32x2049xbf16, #rows>} : () -> ()

// -----

// Nor where rows are joined too tightly to be padded: then the shard is padded (144 rows, 5 tiles; two shards of 72, 3 each).
#l1 = #ttnn.buffer_type<l1>
#tight = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 12 + d1, d2), <1x1>, memref<5x1x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>
#halves = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 12 + d1, d2), <2x1>, memref<3x1x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
"t.op"() {a = tensor<12x12x16xbf16, #tight>, b = tensor<12x12x16xbf16, #halves>} : () -> ()

// -----

// Height sharding cuts the rows over all cores of the grid, of whatever shape it is.
#l1 = #ttnn.buffer_type<l1>
#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,5)>]>
#virtual = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <6x2>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = #cores>
#width = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <6x2>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <width_sharded>, core_ranges = #cores>
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: memref shape 1x1 does not match the shard shape 2x1 tiles of this tensor
"t.op"() {a = tensor<384x32xbf16, #virtual>, b = tensor<32x768xbf16, #width>, c = tensor<768x32xbf16, #virtual>} : () -> ()

// -----

// All cores in the dim that is not cut: the grid is transposed, the memref is right.
#l1 = #ttnn.buffer_type<l1>
// CHECK: :[[#@LINE+3]]:50: warning: grid 1x8 does not match the height_sharded layout of this tensor; expected 8x1 [ttnn-shard-shape]
// CHECK: :[[#@LINE+2]]:50: note: fix: change the grid to 8x1 (valid for all uses of the definition)
// CHECK: :[[#@LINE+2]]:15: note: a tensor of this layout
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1),    <1x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>
"t.op"() {a = tensor<256x32xbf16, #a>} : () -> ()

// -----

// A reversed map is measured by what it reaches: 32 rows. Nothing is proposed for a map that leads to negative rows.
#dram = #ttnn.buffer_type<dram>
#reversed = #ttnn.ttnn_layout<(d0, d1) -> (-d0 + 31, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#negative = #ttnn.ttnn_layout<(d0, d1) -> (-d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: element [31, 0] of the tensor maps to (-31, 0) in its TTNN layout; physical indices start at 0 [ttnn-shard-shape]
// CHECK: :[[#@LINE-2]]:31: note: the map of the layout
"t.op"() {a = tensor<32x32xf32, #reversed>, b = tensor<32x32xf32, #negative>} : () -> ()
