// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, out_block_h = 1, out_block_w = 2, per_core_m = 6, per_core_n = 7, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>}
"t.op"() {a = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<untilize_out = false, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = <>, num_global_cb_receivers = 0, out_subblock_w = 4, out_subblock_h = 1, in0_block_w = 2, compute_with_storage_grid_size = <8, 8>, out_block_h = 1, out_block_w = 2, per_core_m = 6, per_core_n = 7>} : () -> ()
