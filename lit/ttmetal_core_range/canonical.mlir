// RUN: tt-opt %s | diff %s -
// #ttmetal.core_range: each form of any date is its own canonical text.

"t.op"() {a = #ttmetal.core_range<0x0, 8x8>} : () -> ()
