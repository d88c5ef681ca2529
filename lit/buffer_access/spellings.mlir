// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<buffer_access alias|stream>}
"t.op"() {a = #tt<buffer_access alias | stream>} : () -> ()
