// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: unknown tensor memory layout 'nd_sharded'; did you mean 'width_sharded'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.tensor_memory_layout<nd_sharded>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: expected tensor memory layout for 'value'{{.*}}[syntax]
"t.op"() {a = #tt.tensor_memory_layout<>} : () -> ()
