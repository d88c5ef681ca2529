// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: expected 'symbol_ref' here: read_kernel needs the field 'symbol_ref'{{.*}}[missing-key]
"t.op"() {a = #ttnn.read_kernel<core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:103: error: expected 'ct_args' here: read_kernel needs the field 'ct_args'{{.*}}[missing-key]
"t.op"() {a = #ttnn.read_kernel<symbol_ref = @read, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, common_rt_args = [], ct_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:114: error: expected an attribute in full for 'ct_args' without brackets, found '<0>'{{.*}}[syntax]
"t.op"() {a = #ttnn.read_kernel<symbol_ref = @read, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [<0>], common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:46: error: expected a symbol such as @name for 'symbol_ref', found 'read'{{.*}}[syntax]
"t.op"() {a = #ttnn.read_kernel<symbol_ref = read, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:67: error: expected a coordinate such as (0, 0) for 'start_coord', found '[#ttnn.core_range<(0,0), (0,0)>]'{{.*}}[syntax]
"t.op"() {a = #ttnn.read_kernel<symbol_ref = @read, core_range = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()
