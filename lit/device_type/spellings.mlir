// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !tt.device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, [0]>}
"t.op"() {a = !tt<device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, [ 0 ]>>} : () -> ()
