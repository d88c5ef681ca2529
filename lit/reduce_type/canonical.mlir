// RUN: tt-opt %s | diff %s -
// #tt.reduce_type, #ttcore.reduce_type: each form of any date is its own canonical text.

"t.op"() {a = #tt.reduce_type<sum>} : () -> ()
"t.op"() {a = #tt.reduce_type<mean>} : () -> ()
"t.op"() {a = #tt.reduce_type<max>} : () -> ()
"t.op"() {a = #tt.reduce_type<min>} : () -> ()
"t.op"() {a = #tt.reduce_type<std>} : () -> ()
"t.op"() {a = #tt.reduce_type<var>} : () -> ()
"t.op"() {a = #tt.reduce_type<prod>} : () -> ()
"t.op"() {a = #tt.reduce_type<invalid>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<sum>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<mean>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<max>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<min>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<std>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<var>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<prod>} : () -> ()
"t.op"() {a = #ttcore.reduce_type<invalid>} : () -> ()
