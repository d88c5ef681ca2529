#l1 = #ttnn.buffer_type<l1>
"ttnn.to_memory_config"() {memory_config = #ttnn.memory_config<#l1, <<32x64>>, <block_sharded>>} : () -> ()
