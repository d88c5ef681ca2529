// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.oob_val<undef>}
"t.op"() {a = #tt<oob_val<undef>>} : () -> ()
