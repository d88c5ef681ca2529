// RUN: tt-opt %s | diff %s -
// #tt.mesh_sharding, #ttcore.mesh_sharding: each form of any date is its own canonical text.

"t.op"() {a = #tt.mesh_sharding<"mesh">} : () -> ()
"t.op"() {a = #tt.mesh_sharding<"mesh", [ 2(0),  4(1)]>} : () -> ()
"t.op"() {a = #ttcore.mesh_sharding<"mesh", [ 1]>} : () -> ()
"t.op"() {a = #tt.mesh_sharding<"mesh": [1, 2]>} : () -> ()
