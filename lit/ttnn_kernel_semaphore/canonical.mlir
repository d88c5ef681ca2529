// RUN: tt-opt %s | diff %s -
// #ttnn.kernel_semaphore: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.kernel_semaphore<core_type = eth, core_range = <(0,0), (0,0)>, initial_value = 1>} : () -> ()
"t.op"() {a = #ttnn.kernel_semaphore<core_type = worker, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, initial_value = 0>} : () -> ()
"t.op"() {a = #ttnn.kernel_semaphore<id = 3, core_type = worker, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, initial_value = 0>} : () -> ()
