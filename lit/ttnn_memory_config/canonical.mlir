// RUN: tt-opt %s | diff %s -
// #ttnn.memory_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.memory_config<<interleaved>, <dram>>} : () -> ()
"t.op"() {a = #ttnn.memory_config<<height_sharded>, <l1>, <<32x128>>>} : () -> ()
"t.op"() {a = #ttnn.memory_config<<dram>, <<1x1>>, <interleaved>>} : () -> ()
"t.op"() {a = #ttnn.memory_config<<dram>, <interleaved>>} : () -> ()
"t.op"() {a = #ttnn.memory_config<<l1>, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>>} : () -> ()
"t.op"() {a = #ttnn.memory_config<<l1>, ndShardSpec = #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <grid_2d>>, <nd_sharded>>} : () -> ()
"t.op"() {a = #ttnn.memory_config<<l1>, <block_sharded>, #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <grid_2d>>>} : () -> ()
#nd_shard_spec = #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>, <grid_2d>>
"t.op"() {a = #ttnn.memory_config<<l1>, <block_sharded>, #nd_shard_spec>} : () -> ()
"t.op"() {a = #ttnn.memory_config<<l1>, <block_sharded>, ndShardSpec = #nd_shard_spec>} : () -> ()
