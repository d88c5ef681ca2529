// RUN: tt-opt %s | diff %s -
// #tt.layout: each form of any date is its own canonical text.

"t.op"() {a = #tt.layout<32x1, undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>} : () -> ()
"t.op"() {a = #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>} : () -> ()
"t.op"() {a = #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>, none_layout>} : () -> ()
"t.op"() {a = #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>, block_sharded>} : () -> ()
