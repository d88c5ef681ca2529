// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.supportedDataTypes<f32>}
"t.op"() {a = #tt<supportedDataTypes<f32>>} : () -> ()
