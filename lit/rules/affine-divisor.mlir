// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: affine-divisor.mlir:[[#@LINE+1]]:42: error: right operand of mod must be positive, found 0 [affine-divisor]
"t.op"() {a = affine_map<(d0) -> (d0 mod 0)>} : () -> ()

// -----

// CHECK: affine-divisor.mlir:[[#@LINE+1]]:47: error: right operand of floordiv must be positive, found -2 [affine-divisor]
"t.op"() {a = affine_map<(d0) -> (d0 floordiv -2)>} : () -> ()

// -----

// CHECK: affine-divisor.mlir:[[#@LINE+1]]:46: error: right operand of ceildiv must be positive, found 0 [affine-divisor]
"t.op"() {a = affine_map<(d0) -> (d0 ceildiv (3 - 3))>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = affine_map<(d0) -> (d0 mod 1)>} : () -> ()
"t.op"() {a = affine_map<(d0)[s0] -> (d0 floordiv s0)>} : () -> ()
