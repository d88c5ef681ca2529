// RUN: tt-opt %s | diff %s -
// #ttnn.layout: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.layout<row_major>} : () -> ()
"t.op"() {a = #ttnn.layout<tile>} : () -> ()
"t.op"() {a = #ttnn.layout<invalid>} : () -> ()
