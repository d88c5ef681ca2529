// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:75: error: unknown topology 'rings'; did you mean 'ring'? expected one of ring, linear, mesh, torus, disabled{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.fabric_connection_config<noc_index = noc0, topology = rings, cluster_axis = 1, num_links = 2>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:97: error: expected 'num_links': fabric_connection_config needs the field 'num_links'{{.*}}[missing-key]
"t.op"() {a = #ttnn.fabric_connection_config<noc_index = noc0, topology = ring, cluster_axis = 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:46: error: expected 'noc_index' here: fabric_connection_config needs the field 'noc_index'{{.*}}[missing-key]
"t.op"() {a = #ttnn.fabric_connection_config<topology = ring, noc_index = noc0, cluster_axis = 1, num_links = 2>} : () -> ()
