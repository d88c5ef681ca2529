// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:101: error: struct is missing required parameter: k_chunk_size; sdpa_program_config needs the field 'k_chunk_size'{{.*}}[missing-key]
"t.op"() {a = #ttnn.sdpa_program_config<compute_with_storage_grid_size = <11, 10>, q_chunk_size = 32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:75: error: expected an integer for 'x', found '11x10'{{.*}}[syntax]
"t.op"() {a = #ttnn.sdpa_program_config<compute_with_storage_grid_size = <11x10>, q_chunk_size = 32, k_chunk_size = 64>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:79: error: duplicate or unknown struct parameter name: exp_aprox_mode; did you mean 'exp_approx_mode'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.sdpa_program_config<q_chunk_size = 32, k_chunk_size = 64, exp_aprox_mode = true, compute_with_storage_grid_size = <1, 1>>} : () -> ()
