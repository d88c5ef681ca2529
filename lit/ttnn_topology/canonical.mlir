// RUN: tt-opt %s | diff %s -
// #ttnn.topology: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.topology<linear>} : () -> ()
"t.op"() {a = #ttnn.topology<ring>} : () -> ()
