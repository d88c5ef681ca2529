// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: integer-range.mlir:[[#@LINE+1]]:22: error: invalid dimension: an extent does not fit 64 bits [integer-range]
"t.op"() {a = tensor<9223372036854775808xf32>} : () -> ()

// -----

// CHECK: integer-range.mlir:[[#@LINE+1]]:40: error: constant too large for index: it does not fit 64 bits [integer-range]
"t.op"() {a = affine_map<(d0) -> (d0 * 9223372036854775808)>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = tensor<9223372036854775807xi8>} : () -> ()
"t.op"() {a = affine_map<(d0) -> (d0 * 9223372036854775807)>} : () -> ()
