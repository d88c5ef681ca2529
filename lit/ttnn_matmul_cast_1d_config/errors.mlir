// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:354: error: struct is missing required parameter: gather_in0; matmul_multi_core_reuse_multi_cast_1d_program_config needs the field 'gather_in0'{{.*}}[missing-key]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, out_block_h = 1, out_block_w = 2, per_core_m = 6, per_core_n = 7, fuse_batch = true, mcast_in0 = true, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:376: error: duplicate or unknown struct parameter name: untilise_out; did you mean 'untilize_out'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, out_block_h = 1, out_block_w = 2, per_core_m = 6, per_core_n = 7, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilise_out = false>} : () -> ()
