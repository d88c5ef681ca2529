// RUN: tt-opt %s | diff %s -
// #ttnn.mesh_program_descriptor: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.mesh_program_descriptor<[#ttnn.mesh_program<range = #ttnn.mesh_range<(0,0), (1,3)>, program = #ttnn.program<kernels = [], cbs = [], semaphores = []>>], fabric_connection_config = #ttnn.fabric_connection_config<noc_index = noc0, topology = ring, cluster_axis = 1, num_links = 2>>} : () -> ()
"t.op"() {a = #ttnn.mesh_program_descriptor<[#ttnn.mesh_program<range = #ttnn.mesh_range<(0,0), (1,3)>, program = #ttnn.program<kernels = [], cbs = [], semaphores = []>>], fabric_connection_config = #ttnn.fabric_connection_config<noc_index = noc1, topology = linear, cluster_axis = 0, routing_mode = bidir_line_mesh, num_links = 1>>} : () -> ()
"t.op"() {a = #ttnn.mesh_program_descriptor<[], fabric_connection_config = #ttcore.fabric_connection_config<noc_index = noc1, topology = linear, cluster_axis = 0, routing_mode = bidir_line_mesh, num_links = 1>>} : () -> ()
