// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:60: error: expected {{.*}}{{.*}}[syntax]
"t.op"() {a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:54: error: unknown out-of-bounds value 'undefined'; did you mean 'undef'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.metal_layout<(d0, d1) -> (d0, d1), undefined, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:66: error: expected a memref for 'memref'{{.*}}[syntax]
"t.op"() {a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:84: error: metal_layout has no field 'collapsed_interval'; did you mean 'collapsed_intervals'?{{.*}}[unknown-key]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_interval = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:60: error: expected 'dim_alignments'{{.*}}[missing-key]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()
