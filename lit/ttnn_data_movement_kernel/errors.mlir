// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:241: error: expected 'rt_args': data_movement_kernel needs the field 'rt_args'{{.*}}[missing-key]
"t.op"() {a = #ttnn.data_movement_kernel<symbol_ref = @d, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, processor = riscv1, noc_index = noc0, noc_mode = dedicated_noc, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:121: error: unknown data movement processor 'riscv2'; did you mean 'riscv0'? expected one of riscv0, riscv1{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.data_movement_kernel<symbol_ref = @d, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, processor = riscv2, noc_index = noc0, noc_mode = dedicated_noc, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:147: error: expected 'noc_mode' here: data_movement_kernel needs the field 'noc_mode'{{.*}}[missing-key]
"t.op"() {a = #ttnn.data_movement_kernel<symbol_ref = @d, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, processor = riscv1, noc_index = noc0, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()
