// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.view<(d0, d1) -> (d1, d0)>}
"t.op"() {a = #tt.view<(a, b) -> (b, a)>} : () -> ()

// CHECK{LITERAL}: {a = #tt.view<map(4)>}
"t.op"() {a = #tt.view<map( 4 )>} : () -> ()
