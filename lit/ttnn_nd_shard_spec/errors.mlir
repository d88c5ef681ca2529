// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:92: error: expected shard_distribution_strategy for 'distribution'{{.*}}[syntax]
"t.op"() {a = #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:95: error: unknown shard distribution strategy 'grid_3d'; did you mean 'grid_2d'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.nd_shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x128>, <row_major>, <grid_3d>>} : () -> ()
