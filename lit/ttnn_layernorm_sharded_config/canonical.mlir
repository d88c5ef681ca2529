// RUN: tt-opt %s | diff %s -
// #ttnn.layernorm_sharded_multicore_program_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.layernorm_sharded_multicore_program_config<compute_with_storage_grid_size = <8, 4>, subblock_w = 2, block_h = 1, block_w = 4, inplace = false>} : () -> ()
