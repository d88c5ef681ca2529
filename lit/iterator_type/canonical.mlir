// RUN: tt-opt %s | diff %s -
// #tt.iterator_type, #ttcore.iterator_type: each form of any date is its own canonical text.

"t.op"() {a = #tt.iterator_type<parallel>} : () -> ()
"t.op"() {a = #tt.iterator_type<reduction>} : () -> ()
"t.op"() {a = #tt.iterator_type<systolic>} : () -> ()
"t.op"() {a = #tt.iterator_type<broadcast>} : () -> ()
"t.op"() {a = #ttcore.iterator_type<parallel>} : () -> ()
"t.op"() {a = #ttcore.iterator_type<reduction>} : () -> ()
"t.op"() {a = #ttcore.iterator_type<systolic>} : () -> ()
"t.op"() {a = #ttcore.iterator_type<broadcast>} : () -> ()
