// RUN: tt-opt %s | diff %s -
// #ttnn.mesh_composer_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.mesh_composer_config<dims = [0 : i64, 1 : i64]>} : () -> ()
"t.op"() {a = #ttnn.mesh_composer_config<dims = [0 : i64], mesh_shape_override = [1 : i64, 8 : i64]>} : () -> ()
