// RUN: not tt-opt --verify-only --split-input-file --era=2025-02-15 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-02-15 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-02-25 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-02-25 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-05-17 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-05-17 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-10-01 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-10-01 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-02-01 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-02-01 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-05-12 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-05-12 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"

// tt-mlir's verifier of memory_config, in its words and on its dates: of shard specifications from 2025-05-16 on, of DRAM shards from
// 2026-05-11 on. On the day of a change the less strict rule applies. This file does not test syntax that a date rejects.

// ON-2025-02-15: :[[#@LINE+2]]:{{[0-9]+}}: error: MemoryConfig with SystemMemory buffer type cannot have tensor memory layout. [ttnn-memory-layout]
// ON-2025-02-25: :[[#@LINE+1]]:{{[0-9]+}}: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<system_memory>, <<32x32>>, <interleaved>>} : () -> ()

// -----

// ON-2025-02-25: :[[#@LINE+1]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, <<32x32>>, <height_sharded>>} : () -> ()

// -----

// ON-2025-02-25: :[[#@LINE+1]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, <<32x32>>>} : () -> ()

// -----

// ON-2025-05-17: :[[#@LINE+4]]:{{[0-9]+}}: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
// ON-2025-10-01: :[[#@LINE+3]]:{{[0-9]+}}: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<system_memory>, <interleaved>>} : () -> ()

// -----

// ON-2025-05-17: :[[#@LINE+4]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2025-10-01: :[[#@LINE+3]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>>} : () -> ()

// -----

// ON-2025-05-17: :[[#@LINE+3]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2025-10-01: :[[#@LINE+2]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+1]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, <height_sharded>>} : () -> ()

// -----

// ON-2025-05-17: :[[#@LINE+4]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2025-10-01: :[[#@LINE+3]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, <block_sharded>>} : () -> ()

// -----

// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: Sharding is only valid for L1 buffer type [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: Sharding is only valid for L1 or DRAM buffer type [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<system_memory>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// ON-2025-10-01: :[[#@LINE+3]]:{{[0-9]+}}: error: Sharding is only valid for L1 buffer type [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: Sharding is only valid for L1 buffer type [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: Sharding is only valid for L1 or DRAM buffer type [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1_small>, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// ON-2025-10-01: :[[#@LINE+2]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+1]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// ON-2025-10-01: :[[#@LINE+3]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: DRAM buffer type must have Interleaved memory layout. [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: BlockSharded layout is not supported for DRAM buffer type; use WidthSharded or HeightSharded [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, <block_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// ON-2025-10-01: :[[#@LINE+3]]:{{[0-9]+}}: error: Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout [ttnn-memory-layout]
// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, <interleaved>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()

// -----

// ON-2025-05-17: :[[#@LINE+1]]:{{[0-9]+}}: error: Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, <interleaved>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>, <physical>>>} : () -> ()

// -----

// ON-2026-02-01: :[[#@LINE+2]]:{{[0-9]+}}: error: Setting both NDShardSpecAttr and ShardSpecAttr is not supported. [ttnn-memory-layout]
// ON-2026-05-12: :[[#@LINE+1]]:{{[0-9]+}}: error: Setting both NDShardSpecAttr and ShardSpecAttr is not supported. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, <block_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>, ndShardSpec = #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>, <round_robin_1d>>>} : () -> ()

// -----

"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, <block_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>} : () -> ()
