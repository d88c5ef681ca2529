// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.kernel_semaphore<id = 3, core_type = worker, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, initial_value = 0>}
"t.op"() {a = #ttnn.kernel_semaphore<initial_value = 0, id = 3, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, core_type = worker>} : () -> ()
