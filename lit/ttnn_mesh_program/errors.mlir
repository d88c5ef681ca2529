// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:34: error: expected 'range' here: mesh_program needs the field 'range'{{.*}}[missing-key]
"t.op"() {a = #ttnn.mesh_program<program = #ttnn.program<kernels = [], cbs = [], semaphores = []>, range = <(0,0), (1,3)>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:56: error: expected 'program': mesh_program needs the field 'program'{{.*}}[missing-key]
"t.op"() {a = #ttnn.mesh_program<range = <(0,0), (1,3)>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: expected mesh_range for 'range', found '#ttnn.core_range<(0,0), (1,3)>'{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_program<range = #ttnn.core_range<(0,0), (1,3)>, program = #ttnn.program<kernels = [], cbs = [], semaphores = []>>} : () -> ()
