// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:39: error: unknown shard direction 'full_to_shards'; did you mean 'full_to_shard'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.shard_direction<full_to_shards>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:39: error: expected shard direction for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.shard_direction<>} : () -> ()
