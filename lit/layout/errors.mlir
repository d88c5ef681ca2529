// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:102: error: unknown tensor memory layout 'blok_sharded'; did you mean 'block_sharded'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>, blok_sharded>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:26: error: expected an affine map such as (d0, d1) -> (d0, d1) for 'linear' before 'oob_val', found 'undef'{{.*}}[syntax]
"t.op"() {a = #tt.layout<undef>} : () -> ()
