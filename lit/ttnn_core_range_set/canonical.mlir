// RUN: tt-opt %s | diff %s -
// #ttnn.core_range_set: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.core_range_set<>} : () -> ()
"t.op"() {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>, #ttnn.core_range<(0,1), (3,1)>]>} : () -> ()
