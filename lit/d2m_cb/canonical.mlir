// RUN: tt-opt %s | diff %s -
// !d2m.cb: each form of any date is its own canonical text.

"t.op"() {a = !d2m.cb<memref<2x4x!ttcore.tile<32x32, f32>, #ttcore.memory_space<l1>>>} : () -> ()
"t.op"() {a = !d2m.cb<tensor<2x4xf32>>} : () -> ()
