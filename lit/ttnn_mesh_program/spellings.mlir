// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.mesh_program<range = #ttnn.mesh_range<(0,0), (1,3)>, program = #ttnn.program<kernels = [], cbs = [], semaphores = []>>}
"t.op"() {a = #ttnn.mesh_program<range = <(0,0), (1,3)>, program = <kernels = [], cbs = [], semaphores = []>>} : () -> ()
