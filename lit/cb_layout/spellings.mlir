// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.cb_layout<16384x4096, 2, grid = [1x1]>}
"t.op"() {a = #ttcore.cb_layout<16384x4096,2,grid=[1 x 1]>} : () -> ()
