// RUN: not tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// The corners of the only range are the position to change.
// CHECK: :[[#@LINE+2]]:194: warning: core_ranges have 7 cores, but the grid 8x1 has 8 shards [ttnn-core-count]
// CHECK: :[[#@LINE+1]]:54: note: the grid
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1),         <8x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>, core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (6,0)>]>>
// CHECK: :[[#@LINE+1]]:154: warning: core_ranges have 10 cores, but the grid 2x6 has 12 shards [ttnn-core-count]
#b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x6>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>,         <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (3,1)>, #ttnn.core_range<(4,0), (5,0)>]>>

// -----

// By an alias: at the use, once for all tensors.
#dram = #ttnn.buffer_type<dram>
#banks = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (11,0)>]>
// CHECK: :[[#@LINE+1]]:134: warning: core_ranges have 12 cores, but the grid 1x8 has 8 shards [ttnn-core-count]
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <width_sharded>,     core_ranges = #banks>
"t.op"() {a = tensor<32x256xbf16, #a>, b = tensor<16x256xbf16, #a>} : () -> ()

// -----

// Near misses: as many cores as shards; a virtual grid; ranges that overlap are reported, but not counted.
#fine = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x12>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (11,0)>]>>
#virtual = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <6x2>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,5)>]>>
// CHECK: error: Core ranges overlap
#overlap = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <6x2>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,5)>, #ttnn.core_range<(1,5), (2,5)>]>>
// CHECK: error: Start coordinates
#reversed = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <6x2>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>, core_ranges = <[#ttnn.core_range<(1,5), (0,0)>]>>
