// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.mesh<"mesh" = 1x2>}
"t.op"() {a = #tt.mesh<"mesh"=1 x 2>} : () -> ()
