// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: expected 'placements': mesh_mapper_config needs the field 'placements'{{.*}}[missing-key]
"t.op"() {a = #ttnn.mesh_mapper_config<>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:54: error: expected '<' before the value of 'placements', found 'replicate'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_mapper_config<placements = [replicate]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:91: error: expected an integer such as 1 : i64 for 'mesh_shape_override', found '1.0 : f32'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_mapper_config<placements = [<replicate>], mesh_shape_override = [1.0 : f32]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: expected 'placements' here: mesh_mapper_config needs the field 'placements'{{.*}}[missing-key]
"t.op"() {a = #ttnn.mesh_mapper_config<mesh_shape_override = [1 : i64], placements = []>} : () -> ()
