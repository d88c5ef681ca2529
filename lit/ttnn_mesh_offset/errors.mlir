// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: expected a static shape such as 2x4 for 'offset', found '"0x0"'{{.*}}[syntax]
"t.op"() {a = #ttnn<mesh_offset "0x0">} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'mesh_offset'; expected `#ttnn<mesh_offset ...>`{{.*}}[syntax]
"t.op"() {a = #ttnn.mesh_offset<0x1>} : () -> ()
