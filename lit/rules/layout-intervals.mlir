// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// An end beyond the shape.
// CHECK: layout-intervals.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals end index 5 is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 5]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// A start before it.
// CHECK: layout-intervals.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start index -10 (normalized: -8) is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 32x32, collapsed_intervals = dense<[[-10, 1]]> : tensor<1x2xi64>, l1, sharded>} : () -> ()

// -----

// The start is after the end.
// CHECK: layout-intervals.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start (1) must not exceed end (0) [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 32x32, collapsed_intervals = dense<[[1, 0]]> : tensor<1x2xi64>, l1, sharded>} : () -> ()

// -----

// The end itself is exclusive, and -1 counts from it.
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 32x32, collapsed_intervals = dense<[[0, -1], [-1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// tt-mlir reads the values as int64_t.
// CHECK: layout-intervals.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals must hold integers of 64 bits (i64) [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi32>, l1, sharded>} : () -> ()
