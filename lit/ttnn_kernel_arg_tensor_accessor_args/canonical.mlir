// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_arg_tensor_accessor_args: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_arg_tensor_accessor_args<0>} : () -> ()
"t.op"() {a = #ttnn.kernel_arg_tensor_accessor_args<17>} : () -> ()
