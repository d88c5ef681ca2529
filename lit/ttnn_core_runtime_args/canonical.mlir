// RUN: tt-opt %s | diff %s -
// #ttnn.core_runtime_args: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.core_runtime_args<core_coord = <0, 1>, args = []>} : () -> ()
"t.op"() {a = #ttnn.core_runtime_args<core_coord = <0, 1>, args = [#ttnn.kernel_arg_scalar<0>, #ttnn.kernel_arg_address_of_tensor<2>]>} : () -> ()
