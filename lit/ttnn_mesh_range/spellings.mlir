// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.mesh_range<(0,0), (1,3)>}
"t.op"() {a = #ttnn.mesh_range<(0, 0),( 1 , 3 )>} : () -> ()
