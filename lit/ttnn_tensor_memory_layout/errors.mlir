// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: unknown tensor memory layout 'hight_sharded'; did you mean 'height_sharded'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.tensor_memory_layout<hight_sharded>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: expected tensor memory layout for 'value'{{.*}}[syntax]
"t.op"() {a = #ttnn.tensor_memory_layout<>} : () -> ()
