// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: unknown buffer type 'system'; did you mean 'system_memory'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.buffer_type<system>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: expected buffer type for 'value'{{.*}}[syntax]
"t.op"() {a = #ttnn.buffer_type<>} : () -> ()
