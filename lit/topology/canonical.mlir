// RUN: tt-opt %s | diff %s -
// #ttcore.topology: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.topology<ring>} : () -> ()
"t.op"() {a = #ttcore.topology<linear>} : () -> ()
"t.op"() {a = #ttcore.topology<mesh>} : () -> ()
"t.op"() {a = #ttcore.topology<torus>} : () -> ()
"t.op"() {a = #ttcore.topology<disabled>} : () -> ()
