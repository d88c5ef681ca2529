// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: expected a static shape such as 2x4 for 'shape', found 'one'{{.*}}[syntax]
"t.op"() {a = #ttnn<mesh_shape one>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'mesh_shape'; expected `#ttnn<mesh_shape ...>`{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_shape<1 x 2>} : () -> ()
