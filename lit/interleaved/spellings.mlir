// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.interleaved<16384x4096>}
"t.op"() {a = #ttcore<interleaved<16384 x 4096>>} : () -> ()
