// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttkernel.ethernet_config<sender, noc0>}
"t.op"() {a = #ttkernel<ethernet_config<sender,noc0>>} : () -> ()
