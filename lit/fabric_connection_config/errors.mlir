// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:60: error: unknown NoC index 'noc2'; did you mean 'noc0'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.fabric_connection_config<noc_index = noc2, topology = ring, cluster_axis = 0, routing_mode = unidir_ring_torus, num_links = 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:83: error: expected 'cluster_axis'{{.*}}[missing-key]
"t.op"() {a = #ttcore.fabric_connection_config<noc_index = noc0, topology = ring, routing_mode = unidir_ring_torus, num_links = 1>} : () -> ()
