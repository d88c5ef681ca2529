// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttmetal.core_range<0x0, 8x8>}
"t.op"() {a = #ttmetal.core_range<0 x 0,8 x 8>} : () -> ()
