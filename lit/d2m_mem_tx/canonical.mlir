// RUN: tt-opt %s | diff %s -
// !ttir.mem_tx, !d2m.mem_tx: each form of any date is its own canonical text.

"t.op"() {a = !ttir.mem_tx} : () -> ()
"t.op"() {a = !d2m.mem_tx} : () -> ()
"t.op"() {a = !d2m.mem_tx<read>} : () -> ()
"t.op"() {a = !d2m.mem_tx<write>} : () -> ()
"t.op"() {a = !d2m.mem_tx<mcast_write>} : () -> ()
