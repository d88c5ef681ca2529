// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn<mesh_shape 1x2>}
"t.op"() {a = #ttnn<mesh_shape 1 x 2>} : () -> ()
