// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:188: error: struct is missing required parameter: per_core_n; matmul_multi_core_reuse_program_config needs the field 'per_core_n'{{.*}}[missing-key]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, per_core_m = 6>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:174: error: duplicate or unknown struct parameter name: per_core_M; did you mean 'per_core_m'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, per_core_M = 6, per_core_n = 7>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:93: error: expected core_coord for 'compute_with_storage_grid_size', found '8x8'{{.*}}[syntax]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = 8x8, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, per_core_m = 6, per_core_n = 7>} : () -> ()
