// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:274: error: struct is missing required parameter: fuse_batch; matmul_multi_core_reuse_multi_cast_program_config needs the field 'fuse_batch'{{.*}}[missing-key]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, out_block_h = 1, out_block_w = 2, per_core_m = 6, per_core_n = 7, transpose_mcast = false>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:269: error: expected true or false for 'transpose_mcast', found '0'{{.*}}[syntax]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, out_block_h = 1, out_block_w = 2, per_core_m = 6, per_core_n = 7, transpose_mcast = 0, fuse_batch = true>} : () -> ()
