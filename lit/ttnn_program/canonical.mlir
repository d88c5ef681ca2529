// RUN: tt-opt %s | diff %s -
// #ttnn.program: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.program<kernels = [], cbs = [], semaphores = []>} : () -> ()
"t.op"() {a = #ttnn.program<kernels = [#ttnn.read_kernel<symbol_ref = @r, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [], rt_args = []>], cbs = [<total_size = 4096, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = [<buffer_index = 0, dtype = f32, page_size = 4096>]>], semaphores = [<id = 0, core_type = worker, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, initial_value = 0>]>} : () -> ()
