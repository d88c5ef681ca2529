// RUN: tt-opt %s | diff %s -
// #ttnn.mesh_mapper_config: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.mesh_mapper_config<placements = []>} : () -> ()
"t.op"() {a = #ttnn.mesh_mapper_config<placements = [<replicate>, <shard, 1 : i64>]>} : () -> ()
"t.op"() {a = #ttnn.mesh_mapper_config<placements = [<shard, 0 : i64>], mesh_shape_override = [1 : i32, 2 : i32]>} : () -> ()
