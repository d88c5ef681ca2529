// RUN: tt-opt %s | diff %s -
// #ttnn.shard_mode: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.shard_mode<physical>} : () -> ()
"t.op"() {a = #ttnn.shard_mode<logical>} : () -> ()
