// RUN: tt-opt %s | diff %s -
// #ttcore.fabric_connection_config: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.fabric_connection_config<noc_index = noc0, topology = ring, cluster_axis = 0, routing_mode = unidir_ring_torus, num_links = 1>} : () -> ()
