// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.memory_config<<dram>, <interleaved>>}
"t.op"() {a = #ttnn.memory_config<#ttnn.buffer_type<dram>, #ttnn.tensor_memory_layout<interleaved>>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.memory_config<<l1>, <<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>, <height_sharded>>}
"t.op"() {a = #ttnn.memory_config<<l1>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>, <height_sharded>>} : () -> ()
