// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.meshes<[<"mesh" = 1x1>]>}
"t.op"() {a = #tt.meshes<[#tt.mesh<"mesh" = 1x1>]>} : () -> ()
