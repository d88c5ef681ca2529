// RUN: tt-opt %s | diff %s -
// #ttir.thread, #d2m.thread: each form of any date is its own canonical text.

"t.op"() {a = #ttir.thread<compute>} : () -> ()
"t.op"() {a = #ttir.thread<datamovement, @kernel>} : () -> ()
"t.op"() {a = #d2m.thread<unified>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, @kernel>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, dm_core = 1>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, @kernel, noc = 0>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, noc = 0>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, processor = 1>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, @kernel, processor = 1>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, @kernel, dm_core = 1>} : () -> ()
