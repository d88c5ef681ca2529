// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn<mesh_offset 0x1>}
"t.op"() {a = #ttnn<mesh_offset 0 x 1>} : () -> ()
