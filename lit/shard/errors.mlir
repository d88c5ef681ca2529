// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: expected an integer for 'num_buffers', found 'two'{{.*}}[syntax]
"t.op"() {a = #ttcore.shard<16384x4096, two>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:44: error: expected an affine map such as (d0, d1) -> (d0, d1) for 'index_map', found '2'{{.*}}[syntax]
"t.op"() {a = #ttcore.shard<16384x4096, 1, 2>} : () -> ()
