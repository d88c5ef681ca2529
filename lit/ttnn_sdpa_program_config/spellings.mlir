// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.sdpa_program_config<compute_with_storage_grid_size = <11, 10>, q_chunk_size = 32, k_chunk_size = 64>}
"t.op"() {a = #ttnn.sdpa_program_config<k_chunk_size = 64, compute_with_storage_grid_size = #ttnn.core_coord<11, 10>, q_chunk_size = 32>} : () -> ()
