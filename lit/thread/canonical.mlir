// RUN: tt-opt %s | diff %s -
// #ttir.thread, #d2m.thread, #ttkernel.thread: each form of any date is its own canonical text.

"t.op"() {a = #ttir.thread<compute>} : () -> ()
"t.op"() {a = #ttir.thread<datamovement, @kernel>} : () -> ()
"t.op"() {a = #d2m.thread<unified>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, @kernel>} : () -> ()
"t.op"() {a = #d2m.thread<datamovement, dm_core = 1>} : () -> ()
"t.op"() {a = #ttkernel.thread<compute>} : () -> ()
"t.op"() {a = #ttkernel.thread<noc>} : () -> ()
