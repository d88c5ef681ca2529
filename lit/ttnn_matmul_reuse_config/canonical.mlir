// RUN: tt-opt %s | diff %s -
// #ttnn.matmul_multi_core_reuse_program_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 2, out_subblock_h = 1, out_subblock_w = 4, per_core_m = 6, per_core_n = 7>} : () -> ()
