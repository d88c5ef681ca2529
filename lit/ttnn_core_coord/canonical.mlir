// RUN: tt-opt %s | diff %s -
// #ttnn.core_coord: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.core_coord<0, 7>} : () -> ()
