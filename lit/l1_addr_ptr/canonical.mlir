// RUN: tt-opt %s | diff %s -
// !ttkernel.l1_addr_ptr: each form of any date is its own canonical text.

"t.op"() {a = !ttkernel.l1_addr_ptr} : () -> ()
"t.op"() {a = !ttkernel.l1_addr_ptr<8>} : () -> ()
"t.op"() {a = !ttkernel.l1_addr_ptr<16>} : () -> ()
