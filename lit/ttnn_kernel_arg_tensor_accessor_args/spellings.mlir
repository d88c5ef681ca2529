// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.kernel_arg_tensor_accessor_args<31>}
"t.op"() {a = #ttnn.kernel_arg_tensor_accessor_args<0x1f>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.kernel_arg_tensor_accessor_args<7>}
"t.op"() {a = #ttnn<kernel_arg_tensor_accessor_args<7>>} : () -> ()
