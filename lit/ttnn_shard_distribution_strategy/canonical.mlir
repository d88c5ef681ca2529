// RUN: tt-opt %s | diff %s -
// #ttnn.shard_distribution_strategy: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.shard_distribution_strategy<round_robin_1d>} : () -> ()
"t.op"() {a = #ttnn.shard_distribution_strategy<grid_2d>} : () -> ()
