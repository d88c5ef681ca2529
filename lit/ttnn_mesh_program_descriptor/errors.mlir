// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:171: error: expected 'fabric_connection_config': mesh_program_descriptor needs the field 'fabric_connection_config'{{.*}}[missing-key]
"t.op"() {a = #ttnn.mesh_program_descriptor<[#ttnn.mesh_program<range = #ttnn.mesh_range<(0,0), (1,3)>, program = #ttnn.program<kernels = [], cbs = [], semaphores = []>>]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:72: error: expected a list in [ ] for 'mesh_programs' before 'fabric_connection_config', found '#ttcore.fabric_connection_config...'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_program_descriptor<fabric_connection_config = #ttcore.fabric_connection_config<noc_index = noc1, topology = linear, cluster_axis = 0, routing_mode = bidir_line_mesh, num_links = 1>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:76: error: expected fabric_connection_config for 'fabric_connection_config', found '#ttnn.core_coord<0, 0>'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_program_descriptor<[], fabric_connection_config = #ttnn.core_coord<0, 0>>} : () -> ()
