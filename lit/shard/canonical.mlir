// RUN: tt-opt %s | diff %s -
// #tt.shard, #ttcore.shard: each form of any date is its own canonical text.

"t.op"() {a = #tt.shard<16384x4096>} : () -> ()
"t.op"() {a = memref<1x1x2x4x!tt.tile<32x32, f32>, #tt.shard<16384x4096>, #tt.memory_space<l1>>} : () -> ()
"t.op"() {a = #ttcore.shard<16384x4096, 1>} : () -> ()
"t.op"() {a = #ttcore.shard<16384x4096, 2, (d0, d1) -> (d1, d0)>} : () -> ()
