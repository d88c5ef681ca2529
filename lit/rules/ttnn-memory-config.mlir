// RUN: not tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// ttnn-memory-layout also verifies memory_config.
// CHECK: :[[#@LINE+1]]:15: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<<dram>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:15: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<<system_memory>, <interleaved>>} : () -> ()

// -----

#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>
// CHECK: :[[#@LINE+1]]:15: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<<l1>, #ttnn.shard_spec<#cores, <32x128>, <row_major>>>} : () -> ()

// -----

#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>
// CHECK: :[[#@LINE+1]]:15: error: Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout [ttnn-memory-layout]
"t.op"() {a = #ttnn.memory_config<<l1>, <interleaved>, #ttnn.shard_spec<#cores, <32x128>, <row_major>>>} : () -> ()

// -----

// Near misses: DRAM may be sharded since 2026-05-11; the old form had a shard_spec without sharding.
#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>
"t.op"() {
  a = #ttnn.memory_config<<dram>, <interleaved>>,
  b = #ttnn.memory_config<<system_memory>>,
  c = #ttnn.memory_config<<dram>, <width_sharded>, #ttnn.shard_spec<#cores, <32x128>, <row_major>>>,
  d = #ttnn.memory_config<<dram>, <<1x1>>, <interleaved>>
} : () -> ()
