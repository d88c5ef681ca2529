// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.data_movement_kernel<symbol_ref = @d, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, processor = riscv1, noc_index = noc0, noc_mode = dedicated_noc, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = []>}
"t.op"() {a = #ttnn.data_movement_kernel<symbol_ref=@d, core_ranges=<[#ttnn.core_range<(0,0), (0,0)>]>, processor=riscv1, noc_index=noc0, noc_mode=dedicated_noc, ct_args=[#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args=[], rt_args = []>} : () -> ()
