// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:39: error: expected 'core_coord' here: core_runtime_args needs the field 'core_coord'{{.*}}[missing-key]
"t.op"() {a = #ttnn.core_runtime_args<args = [], core_coord = <0, 1>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:56: error: expected an integer for 'y' of core_coord, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.core_runtime_args<core_coord = <0x1>, args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:68: error: expected an attribute in full for 'args', found '0x2'{{.*}}[syntax]
"t.op"() {a = #ttnn.core_runtime_args<core_coord = <0, 1>, args = [0x2]>} : () -> ()
