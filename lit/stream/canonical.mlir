// RUN: tt-opt %s | diff %s -
// #tt.stream: each form of any date is its own canonical text.

"t.op"() {a = #tt.stream<(d0, d1) -> (d0, d1)>} : () -> ()
"t.op"() {a = #tt.stream<(d0, d1) -> (d0, d1), alias>} : () -> ()
"t.op"() {a = memref<2x4xf32, #tt.stream<(d0, d1) -> (d0, d1), stream, 2>, #tt.memory_space<l1>>} : () -> ()
