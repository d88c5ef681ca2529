// RUN: tt-opt %s | diff %s -
// #ttcore.cb_layout: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.cb_layout<16384x4096, 2, grid = [1x1]>} : () -> ()
"t.op"() {a = #ttcore.cb_layout<16384x4096, 2>} : () -> ()
