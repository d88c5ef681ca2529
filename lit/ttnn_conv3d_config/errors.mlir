// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:52: error: duplicate or unknown struct parameter name: t_out_blok; did you mean 't_out_block'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.conv3d_config<t_out_block = 1, t_out_blok = 2>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:51: error: unknown data type 'float32'; did you mean 'f32'? expected one of f32, f16, bf16, bfp_f8, bfp_bf8, bfp_f4, bfp_bf4, bfp_f2, bfp_bf2, u32, u16, u8, si32, i1, bc_f8, bc_bf8, bc_f4, bc_bf4, bc_f2, bc_bf2{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.conv3d_config<weights_dtype = float32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:68: error: expected '<' before the value of 'compute_with_storage_grid_size', found '8x8'{{.*}}[syntax]
"t.op"() {a = #ttnn.conv3d_config<compute_with_storage_grid_size = 8x8>} : () -> ()
