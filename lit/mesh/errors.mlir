// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:24: error: expected a name and a shape such as "mesh" = 1x2: the name must be in quotes [unknown-key]
"t.op"() {a = #tt.mesh<mesh = 1x2>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:24: error: expected a name and a shape such as "mesh" = 1x2 for 'name', found '"mesh"'{{.*}}[syntax]
"t.op"() {a = #tt.mesh<"mesh">} : () -> ()
