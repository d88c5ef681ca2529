// RUN: tt-opt %s | diff %s -
// #ttcore.tensor_mesh: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.tensor_mesh<"mesh">} : () -> ()
"t.op"() {a = tensor<8x8xf32, #ttcore.tensor_mesh<"mesh">>} : () -> ()
