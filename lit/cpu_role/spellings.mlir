// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<cpu_role host>}
"t.op"() {a = #tt<cpu_role  host >} : () -> ()
