// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.topology<ring>}
"t.op"() {a = #ttnn.topology< ring >} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.topology<linear>}
"t.op"() {a = #ttnn<topology<linear>>} : () -> ()
