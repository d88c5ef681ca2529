// RUN: tt-opt %s | diff %s -
// #ttkernel.thread: each keyword of any date is its own canonical text.

"t.op"() {a = #ttkernel.thread<compute>} : () -> ()
"t.op"() {a = #ttkernel.thread<noc>} : () -> ()
"t.op"() {a = #ttkernel.thread<ethernet>} : () -> ()
"t.op"() {a = #ttkernel.thread<tensix>} : () -> ()
"t.op"() {a = #ttkernel.thread<noc0>, b = #ttkernel.thread<noc1>} : () -> ()
