// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_arg_global_semaphore: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_arg_global_semaphore<0>} : () -> ()
"t.op"() {a = #ttnn.kernel_arg_global_semaphore<17>} : () -> ()
