// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown placement 'shards'; did you mean 'shard'? expected one of replicate, shard{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.placement<shards, 0 : i64>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: expected an integer such as 1 : i64 for 'dim', found 'a'{{.*}}[syntax]
"t.op"() {a = #ttnn.placement<shard, a>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: expected an integer such as 1 : i64 for 'dim', found '0 : f32'{{.*}}[syntax]
"t.op"() {a = #ttnn.placement<shard, 0 : f32>} : () -> ()
