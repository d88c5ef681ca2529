// RUN: tt-opt %s | diff %s -
// #tt.shard_direction, #ttcore.shard_direction: each form of any date is its own canonical text.

"t.op"() {a = #tt.shard_direction<full_to_shard>} : () -> ()
"t.op"() {a = #tt.shard_direction<shard_to_full>} : () -> ()
"t.op"() {a = #ttcore.shard_direction<full_to_shard>} : () -> ()
"t.op"() {a = #ttcore.shard_direction<shard_to_full>} : () -> ()
