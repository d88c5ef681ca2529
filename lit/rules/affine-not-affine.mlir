// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: affine-not-affine.mlir:[[#@LINE+1]]:42: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic [affine-not-affine]
"t.op"() {a = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()

// -----

// CHECK: affine-not-affine.mlir:[[#@LINE+1]]:46: error: non-affine expression: right operand of mod has to be either a constant or symbolic [affine-not-affine]
"t.op"() {a = affine_map<(d0, d1) -> (d0 mod d1)>} : () -> ()

// -----

// CHECK: affine-not-affine.mlir:[[#@LINE+1]]:61: error: non-affine expression: right operand of floordiv has to be either a constant or symbolic [affine-not-affine]
"t.op"() {a = #tt.grid<8x8, (d0, d1) -> (0, d0, d0 floordiv d1)>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = affine_map<(d0, d1)[s0] -> (d0 * s0, d1 mod s0)>} : () -> ()
"t.op"() {a = affine_map<(d0, d1) -> (d0 * (d1 - d1 + 2))>} : () -> ()
