// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown shard status 'sharded'; did you mean 'unsharded'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.shard_status<sharded>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: expected shard status for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.shard_status<>} : () -> ()
