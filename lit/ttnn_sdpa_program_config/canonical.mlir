// RUN: tt-opt %s | diff %s -
// #ttnn.sdpa_program_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.sdpa_program_config<compute_with_storage_grid_size = <11, 10>, q_chunk_size = 32, k_chunk_size = 64>} : () -> ()
"t.op"() {a = #ttnn.sdpa_program_config<compute_with_storage_grid_size = <8, 8>, sub_core_grids = <[#ttnn.core_range<(0,0), (0,0)>]>, q_chunk_size = 0, k_chunk_size = 0, exp_approx_mode = false, max_cores_per_head_batch = 16>} : () -> ()
