// RUN: tt-opt %s | diff %s -
// #ttnn.placement: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.placement<replicate>} : () -> ()
"t.op"() {a = #ttnn.placement<shard, 0 : i64>} : () -> ()
"t.op"() {a = #ttnn.placement<shard, -1 : i32>} : () -> ()
