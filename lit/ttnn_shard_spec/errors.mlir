// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:79: error: unknown shard orientation 'row_mayor'; did you mean 'row_major'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_mayor>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:76: error: expected shard_orientation for 'orientation'{{.*}}[syntax]
"t.op"() {a = #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>>} : () -> ()
