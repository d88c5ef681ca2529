// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.layernorm_sharded_multicore_program_config<compute_with_storage_grid_size = <8, 4>, subblock_w = 2, block_h = 1, block_w = 4, inplace = false>}
"t.op"() {a = #ttnn.layernorm_sharded_multicore_program_config<inplace = false, block_w = 4, block_h = 1, subblock_w = 2, compute_with_storage_grid_size = #ttnn.core_coord<8, 4>>} : () -> ()
