// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttmetal.fabric_connection_config<noc_index = noc0, topology = ring, cluster_axis = 1, num_links = 1>}
"t.op"() {a = #ttmetal<fabric_connection_config<noc_index=noc0, topology=ring, cluster_axis=1, num_links=1>>} : () -> ()
