// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: unknown topology 'rang'; did you mean 'ring'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.mesh_topology<[rang]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected '[' before the value of 'topology', found 'ring'{{.*}}[syntax]
"t.op"() {a = #ttcore.mesh_topology<ring>} : () -> ()
