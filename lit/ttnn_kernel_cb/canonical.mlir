// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_cb: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_cb<total_size = 4096, core_range = <(0,0), (0,0)>, formats = [<buffer_index = 0, dtype = f32, page_size = 4096>]>} : () -> ()
"t.op"() {a = #ttnn.kernel_cb<total_size = 4096, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = [<buffer_index = 0, dtype = f32, page_size = 4096>]>} : () -> ()
"t.op"() {a = #ttnn.kernel_cb<total_size = 4096, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, formats = [<buffer_index = 0, dtype = f32, page_size = 4096>], buffer = #ttnn.kernel_cb_global_buffer_address_of_tensor<0>>} : () -> ()
