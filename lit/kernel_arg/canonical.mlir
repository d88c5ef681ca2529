// RUN: tt-opt %s | diff %s -
// #ttmetal.kernel_arg: each form of any date is its own canonical text.

"t.op"() {a = #ttmetal.kernel_arg<cb_port[0]>} : () -> ()
"t.op"() {a = #ttmetal.kernel_arg<tensor_accessor_args[12]>} : () -> ()
