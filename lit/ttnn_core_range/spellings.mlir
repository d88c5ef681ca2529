// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.core_range<(0,0), (7,3)>}
"t.op"() {a = #ttnn.core_range<( 0, 0 ), (7, 3)>} : () -> ()
