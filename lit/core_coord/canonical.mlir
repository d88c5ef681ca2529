// RUN: tt-opt %s | diff %s -
// #tt<core_coord ...>, #ttcore<core_coord ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<core_coord 0x1>} : () -> ()
"t.op"() {a = #ttcore<core_coord 7x7>} : () -> ()
"t.op"() {a = #tt<core_coord (0, 1)>} : () -> ()
