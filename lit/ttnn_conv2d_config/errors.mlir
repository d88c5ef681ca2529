// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: duplicate or unknown struct parameter name: weights_dtyp; did you mean 'weights_dtype'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.conv2d_config<weights_dtyp = bf16>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:57: error: duplicate or unknown struct parameter name: weights_dtype{{.*}}[duplicate-key]
"t.op"() {a = #ttnn.conv2d_config<weights_dtype = bf16, weights_dtype = f32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: expected unary_with_param for 'activation', found 'relu'{{.*}}[syntax]
"t.op"() {a = #ttnn.conv2d_config<activation = relu>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:50: error: unknown tensor memory layout 'sharded', expected one of interleaved, single_bank, height_sharded, width_sharded, block_sharded, nd_sharded, none{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.conv2d_config<shard_layout = sharded>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: expected core_range_set for 'core_grid', found '8x8'{{.*}}[syntax]
"t.op"() {a = #ttnn.conv2d_config<core_grid = 8x8>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:58: error: expected an integer for 'act_block_h_override', found '0 : i32'{{.*}}[syntax]
"t.op"() {a = #ttnn.conv2d_config<act_block_h_override = 0 : i32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:51: error: unknown TTNN layout 'tiled'; did you mean 'tile'? expected one of row_major, tile, invalid{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.conv2d_config<output_layout = tiled>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:319: error: expected 'outputLayout' here: conv2d_config needs the field 'outputLayout'{{.*}}[missing-key]
"t.op"() {a = #ttnn.conv2d_config<dtype = bf16, weightsDtype = bf16, activation = "", inputChannelsAlignment = 32 : i32, deallocateActivation = false, reallocateHaloOutput = true, actBlockHOverride = 0 : i32, actBlockWDiv = 1 : i32, reshardIfNotOptimal = false, overrideShardingConfig = false, transposeShards = true, enableActDoubleBuffer = false, enableWeightsDoubleBuffer = false, enableSplitReader = false, enableSubblockPadding = false>} : () -> ()
