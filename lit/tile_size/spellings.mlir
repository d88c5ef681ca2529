// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<tile_size 32x32>}
"t.op"() {a = #tt<tile_size 32 x 32>} : () -> ()
