// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:44: error: unknown tensor memory layout 'shard'; did you mean 'sharded'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.tensor_memory_layout<shard>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:44: error: expected tensor memory layout for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.tensor_memory_layout<>} : () -> ()
