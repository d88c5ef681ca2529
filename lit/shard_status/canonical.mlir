// RUN: tt-opt %s | diff %s -
// #tt.shard_status, #ttcore.shard_status: each form of any date is its own canonical text.

"t.op"() {a = #tt.shard_status<presharded>} : () -> ()
"t.op"() {a = #tt.shard_status<unsharded>} : () -> ()
"t.op"() {a = #ttcore.shard_status<presharded>} : () -> ()
"t.op"() {a = #ttcore.shard_status<unsharded>} : () -> ()
