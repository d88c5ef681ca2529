// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: expected a string for 'name', found 'mesh'{{.*}}[syntax]
"t.op"() {a = #tt.mesh_sharding<mesh>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: expected '[' before the value of 'axes', found '2'{{.*}}[syntax]
"t.op"() {a = #tt.mesh_sharding<"mesh", 2>} : () -> ()
