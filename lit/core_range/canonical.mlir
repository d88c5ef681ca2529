// RUN: tt-opt %s | diff %s -
// #ttcore.core_range: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.core_range<(0,0), (7,7)>} : () -> ()
