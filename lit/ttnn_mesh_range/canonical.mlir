// RUN: tt-opt %s | diff %s -
// #ttnn.mesh_range: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.mesh_range<(0,0), (1,3)>} : () -> ()
