// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: expected a static shape such as 2x4 for 'offset', found '"0x0"'{{.*}}[syntax]
"t.op"() {a = #ttnn<mesh_offset "0x0">} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: 'mesh_offset' is written `#ttnn<mesh_offset ...>`: its body has no angle brackets of its own{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_offset<0x1>} : () -> ()
