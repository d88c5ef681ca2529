// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.layout<row_major>}
"t.op"() {a = #ttnn<layout<row_major>>} : () -> ()
