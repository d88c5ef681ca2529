// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.shard_direction<full_to_shard>}
"t.op"() {a = #tt<shard_direction<full_to_shard>>} : () -> ()
