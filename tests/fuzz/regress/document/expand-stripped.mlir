#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>
"t.op"() {a = #ttnn.memory_config<<l1>, #ttnn.shard_spec<#cores, <32x128>, <row_major>>>} : () -> ()
