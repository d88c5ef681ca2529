// RUN: tt-opt %s | diff %s -
// #ttnn<mesh_shape ...>: each form of any date is its own canonical text.

"t.op"() {a = #ttnn<mesh_shape 1x2>} : () -> ()
"t.op"() {a = #ttnn<mesh_shape 1, 2>} : () -> ()
