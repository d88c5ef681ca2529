// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.mesh_topology<[ring, linear]>}
"t.op"() {a = #ttcore.mesh_topology<[ ring,linear ]>} : () -> ()
