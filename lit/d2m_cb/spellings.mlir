// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = !d2m.cb<tensor<2x4xf32>>}
"t.op"() {a = !d2m.cb<tensor<2 x 4 x f32>>} : () -> ()
