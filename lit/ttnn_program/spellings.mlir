// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.program<kernels = [], cbs = [<total_size = 1, core_ranges = <>, formats = []>], semaphores = []>}
"t.op"() {a = #ttnn.program<kernels = [],cbs = [#ttnn.kernel_cb<total_size = 1, core_ranges = <>, formats = []>], semaphores = []>} : () -> ()
