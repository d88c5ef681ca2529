// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:100: error: expected 'num_links': fabric_connection_config needs the field 'num_links' [missing-key]
"t.op"() {a = #ttmetal.fabric_connection_config<noc_index = noc0, topology = ring, cluster_axis = 1>} : () -> ()
