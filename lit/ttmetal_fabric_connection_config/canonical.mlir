// RUN: tt-opt %s | diff %s -
// #ttmetal.fabric_connection_config: each form of any date is its own canonical text.

"t.op"() {a = #ttmetal.fabric_connection_config<noc_index = noc0, topology = ring, cluster_axis = 1, num_links = 1>} : () -> ()
"t.op"() {a = #ttmetal.fabric_connection_config<noc_index = noc1, topology = linear, cluster_axis = 0, routing_mode = bidir_line_mesh, num_links = 2>} : () -> ()
