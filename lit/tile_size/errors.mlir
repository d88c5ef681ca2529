// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: expected a static shape such as 2x4 for 'value', found 'big'{{.*}}[syntax]
"t.op"() {a = #tt<tile_size big>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'tile_size'; expected `#tt<tile_size ...>`{{.*}}[syntax]
"t.op"() {a = #tt.tile_size<32 x 32>} : () -> ()
