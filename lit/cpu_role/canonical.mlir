// RUN: tt-opt %s | diff %s -
// #tt<cpu_role ...>, #ttcore<cpu_role ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<cpu_role host>} : () -> ()
"t.op"() {a = #tt<cpu_role device>} : () -> ()
"t.op"() {a = #ttcore<cpu_role host>} : () -> ()
"t.op"() {a = #ttcore<cpu_role device>} : () -> ()
