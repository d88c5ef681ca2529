// RUN: tt-opt %s | diff %s -
// #tt.buffer: each form of any date is its own canonical text.

"t.op"() {a = #tt.buffer<memref<2x4xf32, #tt.memory_space<l1>>>} : () -> ()
"t.op"() {a = #tt.buffer<memref<2x4xf32, #tt.memory_space<l1>>, alias>} : () -> ()
"t.op"() {a = #tt.buffer<memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, alias|stream>} : () -> ()
