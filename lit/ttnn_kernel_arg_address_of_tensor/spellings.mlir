// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.kernel_arg_address_of_tensor<31>}
"t.op"() {a = #ttnn.kernel_arg_address_of_tensor<0x1f>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.kernel_arg_address_of_tensor<7>}
"t.op"() {a = #ttnn<kernel_arg_address_of_tensor<7>>} : () -> ()
