// RUN: tt-opt %s | diff %s -
// #ttcore.mesh_topology: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.mesh_topology<[ring, linear]>} : () -> ()
"t.op"() {a = #ttcore.mesh_topology<[disabled]>} : () -> ()
