// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.mesh_mapper_config<placements = [<shard, 0 : i64>], mesh_shape_override = [1 : i64, 2 : i64]>}
"t.op"() {a = #ttnn.mesh_mapper_config<placements = [#ttnn.placement<shard, 0>], mesh_shape_override = [1, 2]>} : () -> ()
