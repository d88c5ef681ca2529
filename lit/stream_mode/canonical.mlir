// RUN: tt-opt %s | diff %s -
// #tt<stream_mode ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<stream_mode alias>} : () -> ()
"t.op"() {a = #tt<stream_mode stream>} : () -> ()
