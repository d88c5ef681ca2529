// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: expected '[' before the value of 'dims', found '0 : i64'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_composer_config<dims = 0 : i64>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:50: error: expected an integer such as 1 : i64 for 'dims', found '0x1'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_composer_config<dims = [0x1]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: mesh_composer_config has no field 'dim'; did you mean 'dims'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.mesh_composer_config<dim = [0 : i64]>} : () -> ()
