// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.tensor_memory_layout<interleaved>}
"t.op"() {a = #ttcore<tensor_memory_layout<interleaved>>} : () -> ()
