// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:147: error: duplicate or unknown struct parameter name: in_place; did you mean 'inplace'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.layernorm_sharded_multicore_program_config<compute_with_storage_grid_size = <8, 4>, subblock_w = 2, block_h = 1, block_w = 4, in_place = false>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:149: error: struct is missing required parameter: block_h; layernorm_sharded_multicore_program_config needs the field 'block_h'{{.*}}[missing-key]
"t.op"() {a = #ttnn.layernorm_sharded_multicore_program_config<compute_with_storage_grid_size = <8, 4>, subblock_w = 2, block_w = 4, inplace = false>} : () -> ()
