// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.buffer_type<dram>}
"t.op"() {a = #ttnn<buffer_type<dram>>} : () -> ()
