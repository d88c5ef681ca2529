// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.memory_config<<dram>, <interleaved>>}
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, #ttnn.tensor_memory_layout<interleaved>>} : () -> ()

// The parser of 2026-01-07 tells a shard spec by its '#', the ones before it read both: it prints as it is written.
// CHECK{LITERAL}: {a = #ttnn.memory_config<<l1>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>, <height_sharded>>}
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>, <height_sharded>>} : () -> ()
// CHECK{LITERAL}: {a = #ttnn.memory_config<<l1>, <height_sharded>, <<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>}
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, <height_sharded>, <<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>} : () -> ()
