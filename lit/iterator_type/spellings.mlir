// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.iterator_type<parallel>}
"t.op"() {a = #tt<iterator_type<parallel>>} : () -> ()
