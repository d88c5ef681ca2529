// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_cb_global_buffer_address_of_tensor: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_cb_global_buffer_address_of_tensor<0>} : () -> ()
"t.op"() {a = #ttnn.kernel_cb_global_buffer_address_of_tensor<17>} : () -> ()
