// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.core_range<(0,0), (7,7)>}
"t.op"() {a = #ttcore.core_range<(0, 0), (7, 7)>} : () -> ()
