// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>, interleaved>}
"t.op"() {a = #tt.layout<(d0, d1) -> (d0, d1 + 0), undef, #tt.grid<1x1>, memref<8x32xf32, #tt.memory_space<l1>>, "interleaved">} : () -> ()
