// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.shard_distribution_strategy<round_robin_1d>}
"t.op"() {a = #ttnn<shard_distribution_strategy<round_robin_1d>>} : () -> ()
