// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_arg_cb_buffer_index: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_arg_cb_buffer_index<0>} : () -> ()
"t.op"() {a = #ttnn.kernel_arg_cb_buffer_index<17>} : () -> ()
