// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:64: error: unknown data type 'fp32'; did you mean 'f32'? expected one of f32, f16, bf16, bfp_f8, bfp_bf8, bfp_f4, bfp_bf4, bfp_f2, bfp_bf2, u32, u16, u8, si32, i1, bc_f8, bc_bf8, bc_f4, bc_bf4, bc_f2, bc_bf2{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.kernel_cb_format<buffer_index = 0, dtype = fp32, page_size = 4096>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:72: error: struct is missing required parameter: dtype; kernel_cb_format needs the field 'dtype'{{.*}}[missing-key]
"t.op"() {a = #ttnn.kernel_cb_format<buffer_index = 0, page_size = 4096>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:69: error: duplicate or unknown struct parameter name: pagesize; did you mean 'page_size'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.kernel_cb_format<buffer_index = 0, dtype = f32, pagesize = 4096>} : () -> ()
