// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.reduce_type<sum>}
"t.op"() {a = #tt<reduce_type<sum>>} : () -> ()
