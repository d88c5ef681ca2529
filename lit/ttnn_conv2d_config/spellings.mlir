// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.conv2d_config<weights_dtype = bf16, core_grid = <>, config_tensors_in_dram = true>}
"t.op"() {a = #ttnn.conv2d_config<config_tensors_in_dram = true, core_grid = #ttnn.core_range_set<>, weights_dtype = bf16>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.conv2d_config<activation = <op_type = silu, params = [1.000000e+00 : f32]>, transpose_shards = true>}
"t.op"() {a = #ttnn.conv2d_config<transpose_shards = true, activation = #ttnn.unary_with_param<op_type = silu, params = [1.0 : f32]>>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.conv2d_config<dtype = bf16, weightsDtype = bf16, activation = "", inputChannelsAlignment = 32 : i64, deallocateActivation = false, reallocateHaloOutput = true, actBlockHOverride = 0 : i64, actBlockWDiv = 1 : i64, reshardIfNotOptimal = false, overrideShardingConfig = false, shardLayout = <height_sharded>, transposeShards = true, outputLayout = row_major, enableActDoubleBuffer = false, enableWeightsDoubleBuffer = false, enableSplitReader = false, enableSubblockPadding = false>}
"t.op"() {a = #ttnn.conv2d_config<dtype = bf16, weightsDtype = bf16, activation = "", inputChannelsAlignment = 32, deallocateActivation = false, reallocateHaloOutput = true, actBlockHOverride = 0, actBlockWDiv = 1, reshardIfNotOptimal = false, overrideShardingConfig = false, shardLayout = #ttnn.tensor_memory_layout<height_sharded>, transposeShards = true, outputLayout = row_major, enableActDoubleBuffer = false, enableWeightsDoubleBuffer = false, enableSplitReader = false, enableSubblockPadding = false>} : () -> ()
