// RUN: tt-opt %s | diff %s -
// #tt<tensor_sharding ...>, #ttcore<tensor_sharding ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<tensor_sharding 2>} : () -> ()
"t.op"() {a = #tt<tensor_sharding 2(0)>} : () -> ()
"t.op"() {a = #ttcore<tensor_sharding 4(0, 1)>} : () -> ()
