// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:63: error: unknown shard status 'resharded'; did you mean 'presharded'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore<runtime_tensor_sharding shard_status = <resharded>, local_shape = tensor<1x32xbf16>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: expected 'shard_status'{{.*}}[missing-key]
"t.op"() {a = #ttcore<runtime_tensor_sharding local_shape = tensor<1x32xbf16>>} : () -> ()

// -----

// Never valid: a format without brackets of its own has the long form.
// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'runtime_tensor_sharding'; expected `#ttcore<runtime_tensor_sharding ...>` [syntax]
"t.op"() {a = #ttcore.runtime_tensor_sharding<shard_status = <presharded>, local_shape = tensor<1x32xbf16>>} : () -> ()
