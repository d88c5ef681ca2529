// RUN: tt-opt %s | diff %s -
// #ttcore.interleaved: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.interleaved<16384x4096>} : () -> ()
"t.op"() {a = memref<1x1x2x4x!ttcore.tile<32x32, f32>, #ttcore.interleaved<16384x4096>, #ttcore.memory_space<dram>>} : () -> ()
