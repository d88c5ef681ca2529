// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.memory_config<<dram>, <interleaved>>}
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, #ttnn.tensor_memory_layout<interleaved>>} : () -> ()

// A shard spec with core ranges is an optional parameter, which prints in full.
// CHECK{LITERAL}: {a = #ttnn.memory_config<<l1>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>, <height_sharded>>}
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>, <height_sharded>>} : () -> ()
// CHECK{LITERAL}: {a = #ttnn.memory_config<<l1>, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>}
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<l1>, <height_sharded>, <<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>} : () -> ()
// CHECK{LITERAL}: {a = #ttnn.memory_config<<l1>, <nd_sharded>, ndShardSpec = #ttnn.nd_shard_spec<<>, <32x128>, <row_major>, <grid_2d>>>}
"t.op"() {a = #ttnn.memory_config<<l1>, <nd_sharded>, ndShardSpec = <<>, <32x128>, <row_major>, <grid_2d>>>} : () -> ()
