// RUN: tt-opt %s | diff %s -
// #tt<buffer_access ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<buffer_access alias>} : () -> ()
"t.op"() {a = #tt<buffer_access stream>} : () -> ()
"t.op"() {a = #tt<buffer_access alias|stream>} : () -> ()
