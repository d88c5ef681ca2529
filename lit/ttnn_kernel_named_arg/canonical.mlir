// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_named_arg: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_named_arg<name = "page_size", value = 32>} : () -> ()
"t.op"() {a = #ttnn.kernel_named_arg<name = "offset", value = -3>} : () -> ()
