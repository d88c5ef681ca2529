// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.mesh_sharding<"mesh", [ 2(0),  4(1)]>}
"t.op"() {a = #tt.mesh_sharding<"mesh", [2(0), 4(1)]>} : () -> ()
