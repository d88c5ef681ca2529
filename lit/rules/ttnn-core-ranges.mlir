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

// Near misses: with core ranges.
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<dram>>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>

// -----

// A layout that ignores the physical layout does not require them.
#free = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <width_sharded>, ignorePhysicalLayout = true>

// -----

// L1 layouts without core ranges were accepted until 2026-05-06, and no attribute says that this text is newer.
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<l1>>, <width_sharded>>

// -----

// Nor here: the map of the grid, or exactGrid, was how tt-mlir wrote them until then.
#mapped = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8, (d0, d1) -> (0, d0, d1)>, memref<1x4x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <width_sharded>>
#exact = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x4x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <width_sharded>, exactGrid = true>

// -----

// The shard spec has a mode, which ended on 2025-09-29.
#old = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x4x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <width_sharded>>
"t.op"() {a = #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <physical>>} : () -> ()

// -----

// The ttcore dialect, and nothing that the latest date does not read: most likely a text of today. It is a warning, as the
// text was accepted for some time. The fix-it has the cores of one row, or a rectangle, which each chip has.
// CHECK: :[[#@LINE+3]]:13: warning: sharded TTNN layout (height_sharded) must carry a core_range_set since 2026-05-06: `core_ranges = #ttnn.core_range_set<[..]>` after the memory layout [ttnn-core-ranges]
// CHECK: :[[#@LINE+2]]:138: note: fix: insert the core ranges
// CHECK: :[[#@LINE+1]]:122: note: the memory layout
#sharded  = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>>

// -----

// The definition with core ranges says that the section is of 2026-05-06 or later.
#with = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<l1>>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>
// CHECK: :[[#@LINE+1]]:12: warning: sharded TTNN layout (width_sharded) must carry a core_range_set since 2026-05-06
#without = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<l1>>, <width_sharded>>

// -----

// Defaults and prefixes that are not printed do not date a text: its canonical text has the same diagnostics.
#free = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>, ignorePhysicalLayout = false>
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<32x4xf32, #ttnn.buffer_type<l1>>, <width_sharded>>

// -----

#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), #ttcore.grid<1x8>, memref<32x4xf32, #ttnn.buffer_type<l1>>, <width_sharded>>

// -----

// CHECK: :[[#@LINE+1]]:7: warning: sharded TTNN layout (width_sharded) must carry a core_range_set since 2026-05-06
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x4x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <width_sharded>>
#x = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x4xf32, #ttnn.buffer_type<dram>>, <interleaved>, exactGrid = false>
