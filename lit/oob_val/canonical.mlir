// RUN: tt-opt %s | diff %s -
// #tt.oob_val, #ttcore.oob_val: each form of any date is its own canonical text.

"t.op"() {a = #tt.oob_val<undef>} : () -> ()
"t.op"() {a = #tt.oob_val<zero>} : () -> ()
"t.op"() {a = #tt.oob_val<one>} : () -> ()
"t.op"() {a = #tt.oob_val<inf>} : () -> ()
"t.op"() {a = #tt.oob_val<neginf>} : () -> ()
"t.op"() {a = #ttcore.oob_val<undef>} : () -> ()
"t.op"() {a = #ttcore.oob_val<zero>} : () -> ()
"t.op"() {a = #ttcore.oob_val<one>} : () -> ()
"t.op"() {a = #ttcore.oob_val<inf>} : () -> ()
"t.op"() {a = #ttcore.oob_val<neginf>} : () -> ()
