// RUN: tt-opt %s | diff %s -
// #tt.view, #ttcore.view: each form of any date is its own canonical text.

"t.op"() {a = #tt.view<map(4)>} : () -> ()
"t.op"() {a = #ttcore.view<(d0, d1) -> (d1, d0)>} : () -> ()
"t.op"() {a = #ttcore.view<4>} : () -> ()
"t.op"() {a = memref<1x1x2x4xf32, #ttcore.view<4>, #ttcore.memory_space<l1>>} : () -> ()
