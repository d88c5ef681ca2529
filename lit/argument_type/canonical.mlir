// RUN: tt-opt %s | diff %s -
// #tt.argument_type, #ttcore.argument_type: each form of any date is its own canonical text.

"t.op"() {a = #tt.argument_type<input>} : () -> ()
"t.op"() {a = #tt.argument_type<parameter>} : () -> ()
"t.op"() {a = #tt.argument_type<constant>} : () -> ()
"t.op"() {a = #tt.argument_type<default>} : () -> ()
"t.op"() {a = #ttcore.argument_type<input>} : () -> ()
"t.op"() {a = #ttcore.argument_type<parameter>} : () -> ()
"t.op"() {a = #ttcore.argument_type<constant>} : () -> ()
"t.op"() {a = #ttcore.argument_type<default>} : () -> ()
