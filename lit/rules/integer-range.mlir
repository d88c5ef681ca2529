// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: integer-range.mlir:[[#@LINE+1]]:22: error: invalid dimension: extent does not fit 64 bits [integer-range]
"t.op"() {a = tensor<9223372036854775808xf32>} : () -> ()

// -----

// CHECK: integer-range.mlir:[[#@LINE+1]]:40: error: constant too large for index; it must fit 64 bits [integer-range]
"t.op"() {a = affine_map<(d0) -> (d0 * 9223372036854775808)>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = tensor<9223372036854775807xi8>} : () -> ()
"t.op"() {a = affine_map<(d0) -> (d0 * 9223372036854775807)>} : () -> ()

// -----

// The index fits, the extent, one more, does not; and the largest extent there is.
// CHECK: integer-range.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: the physical index of element [0] of the tensor does not fit 64 bits [integer-range]
"t.op"() {a = tensor<1xf32, #tt.metal_layout<(d0) -> (d0 + 9223372036854775807), undef, <1>, memref<1xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<1xf32, #tt.metal_layout<(d0) -> (d0 + 9223372036854775806), undef, <1>, memref<9223372036854775807xf32, #tt.memory_space<l1>>>>} : () -> ()
