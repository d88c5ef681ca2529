// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: expected '<' before the value of 'meshes', found '"mesh" = 1x1'{{.*}}[syntax]
"t.op"() {a = #tt.meshes<["mesh" = 1x1]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:26: error: expected a list in [ ] for 'meshes', found '<"mesh" = 1x1>'{{.*}}[syntax]
"t.op"() {a = #tt.meshes<<"mesh" = 1x1>>} : () -> ()
