// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// One alignment for two dims.
// CHECK: layout-alignments.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: dim_alignments size (1) must match logical_shape rank (2) [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// An alignment of 0.
// CHECK: layout-alignments.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: dim_alignments[0] must be positive, got 0 [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 0x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// Any positive one.
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 1x7, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()
