// RUN: tt-opt %s | diff %s -
// #ttkernel.ethernet_config: each form of any date is its own canonical text.

"t.op"() {a = #ttkernel.ethernet_config<sender, noc0>} : () -> ()
"t.op"() {a = #ttkernel.ethernet_config<receiver, noc1>} : () -> ()
