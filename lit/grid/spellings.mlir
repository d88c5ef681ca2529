// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>}
"t.op"() {a = #tt.grid<8 x 8, (y, x) -> (0, y, x)>} : () -> ()

// CHECK{LITERAL}: {a = #tt.grid<1x64>}
"t.op"() {a = #tt<grid<1x64>>} : () -> ()
