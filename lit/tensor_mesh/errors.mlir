// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected a string for 'name', found 'mesh'{{.*}}[syntax]
"t.op"() {a = #ttcore.tensor_mesh<mesh>} : () -> ()
