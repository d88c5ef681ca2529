// RUN: tt-opt %s | diff %s -
// #ttnn.core_range: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.core_range<(0,0), (7,3)>} : () -> ()
"t.op"() {a = #ttnn.core_range<0x0, 8x8>} : () -> ()
