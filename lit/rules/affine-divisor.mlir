// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: affine-divisor.mlir:[[#@LINE+1]]:42: error: the right operand of mod is 0: it has to be positive [affine-divisor]
"t.op"() {a = affine_map<(d0) -> (d0 mod 0)>} : () -> ()

// -----

// CHECK: affine-divisor.mlir:[[#@LINE+1]]:47: error: the right operand of floordiv is -2: it has to be positive [affine-divisor]
"t.op"() {a = affine_map<(d0) -> (d0 floordiv -2)>} : () -> ()

// -----

// CHECK: affine-divisor.mlir:[[#@LINE+1]]:46: error: the right operand of ceildiv is 0: it has to be positive [affine-divisor]
"t.op"() {a = affine_map<(d0) -> (d0 ceildiv (3 - 3))>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = affine_map<(d0) -> (d0 mod 1)>} : () -> ()
"t.op"() {a = affine_map<(d0)[s0] -> (d0 floordiv s0)>} : () -> ()
