// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.tensor_memory_layout<none>}
"t.op"() {a = #tt<tensor_memory_layout<none>>} : () -> ()
