// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<tensor_sharding 2(0)>}
"t.op"() {a = #tt<tensor_sharding 2( 0 )>} : () -> ()
