// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: unknown shard mode 'phisical'; did you mean 'physical'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.shard_mode<phisical>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:32: error: expected shard mode for 'value'{{.*}}[syntax]
"t.op"() {a = #ttnn.shard_mode<>} : () -> ()
