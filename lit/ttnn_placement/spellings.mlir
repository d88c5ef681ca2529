// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.placement<shard, 2 : i64>}
"t.op"() {a = #ttnn.placement<shard, 2>} : () -> ()
