// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:123: error: unknown tensor memory layout 'interleave'; did you mean 'interleaved'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleave>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:60: error: expected a memref for 'memref'{{.*}}[syntax]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:137: error: ttnn_layout has no field 'exactgrid'; did you mean 'exactGrid'?{{.*}}[unknown-key]
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>, exactgrid = true>} : () -> ()
