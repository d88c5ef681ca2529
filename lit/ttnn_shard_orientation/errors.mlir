// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:39: error: unknown shard orientation 'column_major'; did you mean 'col_major'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.shard_orientation<column_major>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:39: error: expected shard orientation for 'value'{{.*}}[syntax]
"t.op"() {a = #ttnn.shard_orientation<>} : () -> ()
