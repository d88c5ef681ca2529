// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: source_read_kernel has no field 'symbol_ref'{{.*}}[unknown-key]
"t.op"() {a = #ttnn.source_read_kernel<symbol_ref = @read, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: expected a string for 'source', found '@read'{{.*}}[syntax]
"t.op"() {a = #ttnn.source_read_kernel<source = @read, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()
