// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>}
"t.op"() {a = #tt.grid<8 x 8, (y, x) -> (0, y, x)>} : () -> ()

// CHECK{LITERAL}: {a = #tt.grid<1x64>}
"t.op"() {a = #tt<grid<1x64>>} : () -> ()

// The name of the long form may be apart from its dialect.
// CHECK{LITERAL}: {a = #tt.grid<2x3>, b = #tt.grid<3x2>}
"t.op"() {a = #tt< grid<2x3>>, b = #tt<
  grid <3x2>>} : () -> ()
// A comment is kept.
// CHECK{LITERAL}: {a = #tt< // rows
// CHECK-NEXT{LITERAL}: grid<4x2>>}
"t.op"() {a = #tt< // rows
  grid<4x2>>} : () -> ()
