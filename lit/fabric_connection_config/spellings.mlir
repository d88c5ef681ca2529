// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttcore.fabric_connection_config<noc_index = noc1, topology = linear, cluster_axis = 1, routing_mode = bidir_line_mesh, num_links = 2>}
"t.op"() {a = #ttcore.fabric_connection_config<noc_index=noc1,topology=linear,cluster_axis=1,routing_mode=bidir_line_mesh,num_links=2>} : () -> ()
