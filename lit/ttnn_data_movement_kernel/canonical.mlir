// RUN: tt-opt %s | diff %s -
// #ttnn.data_movement_kernel: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.data_movement_kernel<symbol_ref = @d, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, processor = riscv1, noc_index = noc0, noc_mode = dedicated_noc, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()
"t.op"() {a = #ttnn.data_movement_kernel<symbol_ref = @d, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, processor = riscv0, noc_index = noc0, noc_mode = dynamic_noc, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = []>} : () -> ()
