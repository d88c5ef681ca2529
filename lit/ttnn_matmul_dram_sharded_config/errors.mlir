// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:115: error: struct is missing required parameter: per_core_n; matmul_multi_core_reuse_multi_cast_dram_sharded_program_config needs the field 'per_core_n'{{.*}}[missing-key]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<in0_block_w = 1, per_core_m = 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:152: error: expected unary_with_param for 'fused_activation', found 'relu'{{.*}}[syntax]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<in0_block_w = 1, per_core_m = 1, per_core_n = 5, fused_activation = relu>} : () -> ()
