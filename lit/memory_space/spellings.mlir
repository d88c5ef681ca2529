// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.memory_space<system>}
"t.op"() {a = #tt<memory_space<system>>} : () -> ()
