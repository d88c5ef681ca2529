// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: affine-undeclared.mlir:[[#@LINE+1]]:35: error: use of undeclared identifier 'd1' [affine-undeclared]
"t.op"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----

// CHECK: affine-undeclared.mlir:[[#@LINE+1]]:46: error: use of undeclared identifier 'z' [affine-undeclared]
"t.op"() {a = #tt.grid<8x8, (y, x) -> (0, y, z)>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = affine_map<(y, x) -> (x, y)>} : () -> ()
