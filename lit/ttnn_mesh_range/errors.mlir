// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected a coordinate such as (0, 0) for 'end_coord' of mesh_range, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_range<(0,0)>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: expected a coordinate such as (0, 0) for 'start_coord', found '0x0'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_range<0x0, 1x3>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: expected a coordinate such as (0, 0) for 'start_coord', found '(0,0,0)'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_range<(0,0,0), (1,3,0)>} : () -> ()
