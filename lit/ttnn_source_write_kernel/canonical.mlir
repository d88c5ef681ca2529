// RUN: tt-opt %s | diff %s -
// #ttnn.source_write_kernel: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.source_write_kernel<source = "void kernel_main() {}", core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = [<core_coord = <0, 0>, args = [#ttnn.kernel_arg_scalar<1>]>, <core_coord = <1, 0>, args = []>]>} : () -> ()
