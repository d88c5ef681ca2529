// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.core_runtime_args<core_coord = <0, 1>, args = []>}
"t.op"() {a = #ttnn.core_runtime_args<core_coord = #ttnn.core_coord<0, 1>,args = []>} : () -> ()
