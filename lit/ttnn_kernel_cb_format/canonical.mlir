// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_cb_format: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_cb_format<buffer_index = 1, dtype = bfp_bf8, page_size = 1088>} : () -> ()
"t.op"() {a = #ttnn.kernel_cb_format<buffer_index = 0, dtype = f32, page_size = 4096>} : () -> ()
