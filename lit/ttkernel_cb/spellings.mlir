// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !ttkernel.cb<8, f32>}
"t.op"() {a = !ttkernel<cb<8, f32>>} : () -> ()
