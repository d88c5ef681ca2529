// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Dim 1 is in no interval.
// CHECK: layout-interval-gap.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: dim 1 of logical_shape is not in any interval: elements that differ only in it overlap [layout-interval-gap]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x8x32, dim_alignments = 1x32x32, collapsed_intervals = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// Each dim after the last interval is a separate physical dim.
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x8x32, dim_alignments = 1x32x32, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>, l1, sharded>} : () -> ()

// -----

// A gap and an overlap.
// CHECK: layout-interval-gap.mlir:[[#@LINE+2]]:{{[0-9]+}}: warning: dim 0 of logical_shape is not in any interval: elements that differ only in it overlap [layout-interval-gap]
// CHECK: layout-interval-gap.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: dim 1 of logical_shape is in two intervals [layout-interval-overlap]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 2x8x32, dim_alignments = 1x32x32, collapsed_intervals = dense<[[1, 3], [1, 3]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()
