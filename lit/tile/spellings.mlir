// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !tt.tile<32x32, bfp_bf8>}
"t.op"() {a = !tt.tile<32 x 32, bfp_bf8>} : () -> ()

// CHECK{LITERAL}: {a = !tt.tile<32x32, f32>}
"t.op"() {a = !tt<tile<32x 32,f32>>} : () -> ()
