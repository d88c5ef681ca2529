// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>}
"t.op"() {a = #ttnn.core_range_set<[<(0,0), (7,0)>]>} : () -> ()
