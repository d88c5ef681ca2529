// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.stream<(d0, d1) -> (d1, d0)>}
"t.op"() {a = #tt.stream<affine_map<(i, j) -> (j, i)>>} : () -> ()
