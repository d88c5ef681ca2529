// RUN: tt-opt %s | diff %s -
// #tt.shard_type, #ttcore.shard_type: each form of any date is its own canonical text.

"t.op"() {a = #tt.shard_type<identity>} : () -> ()
"t.op"() {a = #tt.shard_type<manual>} : () -> ()
"t.op"() {a = #tt.shard_type<replicate>} : () -> ()
"t.op"() {a = #tt.shard_type<maximal>} : () -> ()
"t.op"() {a = #tt.shard_type<devices>} : () -> ()
"t.op"() {a = #ttcore.shard_type<identity>} : () -> ()
"t.op"() {a = #ttcore.shard_type<manual>} : () -> ()
"t.op"() {a = #ttcore.shard_type<replicate>} : () -> ()
"t.op"() {a = #ttcore.shard_type<maximal>} : () -> ()
"t.op"() {a = #ttcore.shard_type<devices>} : () -> ()
