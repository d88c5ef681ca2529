// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.shard_type<identity>}
"t.op"() {a = #tt<shard_type<identity>>} : () -> ()
