// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: unknown shard distribution strategy 'round_robin'; did you mean 'round_robin_1d'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.shard_distribution_strategy<round_robin>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: expected shard distribution strategy for 'value'{{.*}}[syntax]
"t.op"() {a = #ttnn.shard_distribution_strategy<>} : () -> ()
