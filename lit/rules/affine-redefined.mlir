// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: affine-redefined.mlir:[[#@LINE+1]]:31: error: redefinition of identifier 'd0' [affine-redefined]
"t.op"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()

// -----

// CHECK: affine-redefined.mlir:[[#@LINE+1]]:31: error: redefinition of identifier 'd0' [affine-redefined]
"t.op"() {a = affine_map<(d0)[d0] -> (d0)>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = affine_map<(d0)[d1] -> (d0 + d1)>} : () -> ()
