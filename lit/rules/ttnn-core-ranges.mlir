// RUN: not tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// CHECK: :[[#@LINE+2]]:9: error: non-sharded TTNN layout must not carry a core_range_set (got interleaved) [ttnn-core-ranges]
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the core ranges
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<dram>>, <interleaved>,               core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>

// -----

// Width sharded DRAM was rejected until 2026-05-11, and requires core ranges since then.
// CHECK: :[[#@LINE+2]]:9: error: sharded TTNN layout (width_sharded) must carry a core_range_set
// CHECK: :[[#@LINE+1]]:101: note: the memory layout
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<dram>>,   <width_sharded>>

// -----

// Near misses: with core ranges; L1 layouts without core ranges were accepted until 2026-05-06; a layout that ignores the
// physical layout does not require them.
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<dram>>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<l1>>, <width_sharded>>
