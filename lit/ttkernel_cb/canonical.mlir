// RUN: tt-opt %s | diff %s -
// !ttkernel.cb: each form of any date is its own canonical text.

"t.op"() {a = !ttkernel.cb<8, !ttcore.tile<32x32, f32>>} : () -> ()
"t.op"() {a = !ttkernel.cb<8192, f32>} : () -> ()
"t.op"() {a = !ttkernel.cb<memref<2x4x!ttcore.tile<32x32, f32>, #ttcore.memory_space<l1>>>} : () -> ()
"t.op"() {a = !ttkernel.cb<cb_in0, 294912, memref<64x128xf32, #tt.memory_space<l1>>, 4096, 1>} : () -> ()
"t.op"() {a = !ttkernel.cb<0, 1, memref<64x128xf32>>} : () -> ()
"t.op"() {a = !ttkernel.cb<0, 1, memref<64x128xf32>, 4096, 1>} : () -> ()
