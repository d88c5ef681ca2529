// RUN: not tt-opt --verify-only --split-input-file --era=2025-02-25 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-02-25 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-06-20 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-06-20 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-07-10 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-07-10 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-12-10 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-12-10 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-05-07 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-05-07 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-05-11 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-05-11 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-05-12 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-05-12 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"

// tt-mlir's verifier of ttnn_layout, in its words and on its dates: none before 2025-02-24, grids from 2025-07-09 on, sharded DRAM
// and sets of core ranges in 2026-05. On the day of a change the less strict rule applies. This file does not test syntax that a date rejects.

// ON-2025-02-25: :[[#@LINE+1]]:{{[0-9]+}}: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #ttnn.buffer_type<system_memory>>, <interleaved>>} : () -> ()

// -----

// ON-2025-02-25: :[[#@LINE+1]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #ttnn.buffer_type<dram>>>} : () -> ()

// -----

// ON-2025-06-20: :[[#@LINE+6]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2025-07-10: :[[#@LINE+5]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2025-12-10: :[[#@LINE+4]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-05-07: :[[#@LINE+3]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-05-11: :[[#@LINE+2]]:{{[0-9]+}}: error: sharded TTNN layout (height_sharded) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` after the memory layout [ttnn-core-ranges]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: sharded TTNN layout (height_sharded) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` after the memory layout [ttnn-core-ranges]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <height_sharded>>} : () -> ()

// -----

// ON-2025-06-20: :[[#@LINE+6]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2025-07-10: :[[#@LINE+5]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2025-12-10: :[[#@LINE+4]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-05-07: :[[#@LINE+3]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-05-11: :[[#@LINE+2]]:{{[0-9]+}}: error: sharded TTNN layout (block_sharded) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` after the memory layout [ttnn-core-ranges]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved [ttnn-memory-layout]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <block_sharded>>} : () -> ()

// -----

// ON-2025-07-10: :[[#@LINE+4]]:{{[0-9]+}}: error: expected (1, 1) grid shape for non-L1 buffer type, got (8, 8) for dram buffer type [ttnn-grid]
// ON-2025-12-10: :[[#@LINE+3]]:{{[0-9]+}}: error: expected (1, 1) grid shape for non-L1 buffer type, got (8, 8) for dram buffer type [ttnn-grid]
// ON-2026-05-07: :[[#@LINE+2]]:{{[0-9]+}}: error: expected (1, 1) grid shape for non-L1 buffer type, got (8, 8) for dram buffer type [ttnn-grid]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: expected (1, 1) grid shape for dram buffer type with interleaved memory layout, got (8, 8) [ttnn-grid]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>} : () -> ()

// -----

// ON-2025-07-10: :[[#@LINE+4]]:{{[0-9]+}}: error: expected (1, 1) grid shape for non-L1 buffer type, got (3, 4) for system_memory buffer type [ttnn-grid]
// ON-2025-12-10: :[[#@LINE+3]]:{{[0-9]+}}: error: expected (1, 1) grid shape for non-L1 buffer type, got (3, 4) for system_memory buffer type [ttnn-grid]
// ON-2026-05-07: :[[#@LINE+2]]:{{[0-9]+}}: error: expected (1, 1) grid shape for non-L1 buffer type, got (3, 4) for system_memory buffer type [ttnn-grid]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: expected (1, 1) grid shape for system_memory buffer type, got (3, 4) [ttnn-grid]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <3x4>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<system_memory>>>} : () -> ()

// -----

// ON-2026-05-07: :[[#@LINE+3]]:{{[0-9]+}}: error: sharded TTNN layout (height_sharded) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` after the memory layout [ttnn-core-ranges]
// ON-2026-05-11: :[[#@LINE+2]]:{{[0-9]+}}: error: sharded TTNN layout (height_sharded) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` after the memory layout [ttnn-core-ranges]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: sharded TTNN layout (height_sharded) must carry a core_range_set: `core_ranges = #ttnn.core_range_set<[..]>` after the memory layout [ttnn-core-ranges]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>>} : () -> ()

// -----

// ON-2026-05-07: :[[#@LINE+3]]:{{[0-9]+}}: error: non-sharded TTNN layout must not carry a core_range_set (got interleaved) [ttnn-core-ranges]
// ON-2026-05-11: :[[#@LINE+2]]:{{[0-9]+}}: error: non-sharded TTNN layout must not carry a core_range_set (got interleaved) [ttnn-core-ranges]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: non-sharded TTNN layout must not carry a core_range_set (got interleaved) [ttnn-core-ranges]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <interleaved>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>} : () -> ()

// -----

"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <height_sharded>, ignorePhysicalLayout = true>} : () -> ()

// -----

// ON-2025-06-20: :[[#@LINE+6]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2025-07-10: :[[#@LINE+5]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2025-12-10: :[[#@LINE+4]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2026-05-07: :[[#@LINE+3]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2026-05-11: :[[#@LINE+2]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>>} : () -> ()
