// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<cpu_desc{role = host, target_triple = "x86_64-pc-linux-gnu"}>}
"t.op"() {a = #tt<cpu_desc { role = host , target_triple = "x86_64-pc-linux-gnu" }>} : () -> ()
