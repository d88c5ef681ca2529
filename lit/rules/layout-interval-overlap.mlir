// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Dim 1 is in both.
// CHECK: layout-interval-overlap.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: dim 1 of logical_shape is in two intervals [layout-interval-overlap]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x8x32, dim_alignments = 1x32x32, collapsed_intervals = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// They touch.
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x8x32, dim_alignments = 1x32x32, collapsed_intervals = dense<[[0, 2], [2, 3]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()
