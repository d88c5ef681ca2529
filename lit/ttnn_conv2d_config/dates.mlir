// RUN: tt-opt %s | diff %s -
// RUN: grep "^#camel = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=CAMEL
// RUN: grep "^#qualified = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=QUALIFIED
// RUN: grep "^#keyword = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=KEYWORD
// RUN: grep "^#unaligned = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=UNALIGNED
// RUN: grep "^#types = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=TYPES
// RUN: grep "^#device_weights = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=DEVICE-WEIGHTS
// RUN: grep "^#weights = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=WEIGHTS
// RUN: grep "^#padded = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=PADDED
// RUN: grep "^#split_reader = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=SPLIT-READER
// RUN: grep "^#in_place = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=IN-PLACE
// RUN: grep "^#unary = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=UNARY
// RUN: grep "^#unary_in_place = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=UNARY-IN-PLACE
// RUN: grep "^#no_activation = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=NO-ACTIVATION
// RUN: grep "^#in_place_folding = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=IN-PLACE-FOLDING
// RUN: grep "^#folding = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=FOLDING
// RUN: grep "^#override = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=OVERRIDE
// RUN: grep "^#in_dram = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=IN-DRAM
// RUN: grep "^#whole = " %s | tt-opt --list-eras - | FileCheck %s --check-prefix=WHOLE
// Each form of #ttnn.conv2d_config that tt-mlir has written, with its dates and a text of tt-mlir that has the form. The values are ours.

// test/ttmlir/Silicon/TTNN/n150/perf/test_perf_conv2d_config.mlir of 2025-03-18 (2335019ce1)
// CAMEL: {{^}}2025-02-25 .. 2025-04-04{{$}}
#camel = #ttnn.conv2d_config<dtype = bf16, weightsDtype = bf16, activation = "", inputChannelsAlignment = 32 : i32, deallocateActivation = false, reallocateHaloOutput = true, actBlockHOverride = 0 : i32, actBlockWDiv = 1 : i32, reshardIfNotOptimal = false, overrideShardingConfig = false, shardLayout = <height_sharded>, transposeShards = true, outputLayout = tile, enableActDoubleBuffer = false, enableWeightsDoubleBuffer = false, enableSplitReader = false, enableSubblockPadding = false>

// TTNNOpsAttrs.td of 2025-04-04 (cdc7d1de85)
// QUALIFIED: {{^}}2025-04-04 .. 2025-04-24{{$}}
#qualified = #ttnn.conv2d_config<dtype = bf16, weights_dtype = bf16, activation = "", input_channels_alignment = 32, deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = #ttnn.tensor_memory_layout<height_sharded>, core_grid = #ttnn.core_range_set<>, transpose_shards = true, output_layout = tile, preprocess_weights_on_device = true, always_preprocess_weights = true, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_split_reader = false, enable_subblock_padding = false>

// test/ttmlir/Silicon/TTNN/n150/perf/test_perf_conv2d_config.mlir of 2025-04-24 (9d4ef4a703)
// KEYWORD: {{^}}2025-04-24 .. 2025-05-12{{$}}
#keyword = #ttnn.conv2d_config<dtype = bf16, weights_dtype = bf16, activation = "", input_channels_alignment = 32, deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, preprocess_weights_on_device = true, always_preprocess_weights = true, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_split_reader = false, enable_subblock_padding = false>

// test/ttmlir/EmitC/TTNN/conv/conv2d_conv2dconfig.mlir of 2025-06-12 (9248850db5)
// UNALIGNED: {{^}}2025-04-24 .. 2025-07-04{{$}}
#unaligned = #ttnn.conv2d_config<dtype = bf16, weights_dtype = bf16, activation = "", deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, preprocess_weights_on_device = true, always_preprocess_weights = true, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_split_reader = false, enable_subblock_padding = false>

// test/ttmlir/EmitC/TTNN/conv/conv2d_with_prepare_conv2d_weights_and_prepare_conv2d_bias.mlir of 2025-06-24 (4d38040e3f)
// TYPES: {{^}}2025-04-24 .. 2025-07-30{{$}}
#types = #ttnn.conv2d_config<dtype = bf16, weights_dtype = bf16>

// test/ttmlir/EmitC/TTNN/conv/conv2d_conv2dconfig.mlir of 2025-07-04 (ef912af910)
// DEVICE-WEIGHTS: {{^}}2025-04-24 .. 2025-07-30{{$}}
#device_weights = #ttnn.conv2d_config<dtype = bf16, weights_dtype = bf16, activation = "", deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_split_reader = false, enable_subblock_padding = false>

// test/ttmlir/EmitC/TTNN/conv/prepare_conv2d_bias.mlir at 2bf2f26b55
// WEIGHTS: {{^}}2025-04-24 ..{{$}}
#weights = #ttnn.conv2d_config<weights_dtype = bf16>

// TTNNOpsAttrs.td of 2025-07-30 (b918d02121)
// PADDED: {{^}}2025-07-30 .. 2025-08-08{{$}}
#padded = #ttnn.conv2d_config<weights_dtype = bf16, activation = "", deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_split_reader = false, enable_subblock_padding = false, in_place = false>

// test/ttmlir/Dialect/TTNN/fusing/conv2d_activation_fusing_ttnn.mlir of 2025-08-31 (5122b71de2)
// SPLIT-READER: {{^}}2025-04-24 .. 2025-09-19{{$}}
#split_reader = #ttnn.conv2d_config<weights_dtype = bf16, activation = "relu", deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_split_reader = false>

// test/ttmlir/EmitC/TTNN/conv/conv2d_conv2dconfig.mlir of 2025-09-16 (753c89233b)
// IN-PLACE: {{^}}2025-07-30 .. 2025-09-19{{$}}
#in_place = #ttnn.conv2d_config<weights_dtype = bf16, activation = "", deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_split_reader = false, in_place = false>

// test/ttmlir/Dialect/TTNN/fusing/conv2d_activation_fusing_ttnn.mlir of 2025-09-18 (a101cf6700)
// UNARY: {{^}}2025-09-18 ..{{$}}
#unary = #ttnn.conv2d_config<weights_dtype = bf16, activation = <op_type = relu>, deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false>

// TTNNOpsAttrs.td of 2025-09-18 (a101cf6700)
// UNARY-IN-PLACE: {{^}}2025-09-18 .. 2025-12-05{{$}}
#unary_in_place = #ttnn.conv2d_config<weights_dtype = bf16, activation = <op_type = relu>, deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false, in_place = false>

// test/ttmlir/EmitC/TTNN/conv/conv2d_conv2dconfig.mlir of 2025-09-18 (a101cf6700)
// NO-ACTIVATION: {{^}}2025-07-30 .. 2025-12-05{{$}}
#no_activation = #ttnn.conv2d_config<weights_dtype = bf16, deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false, in_place = false>

// TTNNOpsAttrs.td of 2025-10-24 (d4a132b51f)
// IN-PLACE-FOLDING: {{^}}2025-10-24 .. 2025-12-05{{$}}
#in_place_folding = #ttnn.conv2d_config<in_place = true, enable_kernel_stride_folding = true>

// test/ttmlir/Dialect/TTNN/Transforms/ttnn_force_final_deallocs.mlir of 2026-07-13 (0168f4a2b8)
// FOLDING: {{^}}2025-10-24 ..{{$}}
#folding = #ttnn.conv2d_config<weights_dtype = bf16, deallocate_activation = true, enable_kernel_stride_folding = false>

// test/ttmlir/Dialect/TTNN/conv/conv2d/conv2d_deallocate_use_after_free.mlir of 2026-06-02 (5ba2431e26)
// OVERRIDE: {{^}}2025-04-24 ..{{$}}
#override = #ttnn.conv2d_config<weights_dtype = bf16, deallocate_activation = true, act_block_h_override = 0>

// test/ttmlir/Dialect/TTNN/optimizer/op_layout_fallbacks/conv2dtranspose_l1_oom_config_fallback.mlir of 2026-03-18 (1b94714739)
// IN-DRAM: {{^}}2025-12-17 ..{{$}}
#in_dram = #ttnn.conv2d_config<weights_dtype = bf16, activation = <op_type = relu>, deallocate_activation = true, act_block_h_override = 0, enable_kernel_stride_folding = false, config_tensors_in_dram = true>

// TTNNOpsAttrs.td of 2025-12-17 (7ac2f10cd6)
// WHOLE: {{^}}2025-12-17 ..{{$}}
#whole = #ttnn.conv2d_config<weights_dtype = bf16, activation = <op_type = relu>, deallocate_activation = false, reallocate_halo_output = true, act_block_h_override = 0, act_block_w_div = 1, reshard_if_not_optimal = false, override_sharding_config = false, shard_layout = height_sharded, core_grid = <>, transpose_shards = true, output_layout = tile, enable_act_double_buffer = false, enable_weights_double_buffer = false, enable_kernel_stride_folding = false, config_tensors_in_dram = true>
