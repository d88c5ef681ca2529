// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:34: error: unknown shard type 'device'; did you mean 'devices'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.shard_type<device>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:34: error: expected shard type for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.shard_type<>} : () -> ()
