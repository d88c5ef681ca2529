// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.kernel_arg_global_semaphore<31>}
"t.op"() {a = #ttnn.kernel_arg_global_semaphore<0x1f>} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.kernel_arg_global_semaphore<7>}
"t.op"() {a = #ttnn<kernel_arg_global_semaphore<7>>} : () -> ()
