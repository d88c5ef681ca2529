// RUN: tt-opt %s | diff %s -
// #ttnn<mesh_offset ...>: each form of any date is its own canonical text.

"t.op"() {a = #ttnn<mesh_offset 0x0>} : () -> ()
