// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_arg_scalar: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_arg_scalar<0>} : () -> ()
"t.op"() {a = #ttnn.kernel_arg_scalar<17>} : () -> ()
