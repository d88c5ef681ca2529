// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.core_coord<0, 7>}
"t.op"() {a = #ttnn<core_coord<0,7>>} : () -> ()
