// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.buffer<memref<2x4xf32, #tt.memory_space<l1>>, alias|stream>}
"t.op"() {a = #tt.buffer<memref<2 x 4 x f32, #tt.memory_space<l1>>, alias | stream>} : () -> ()
