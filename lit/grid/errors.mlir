// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:24: error: expected static shape: '?' is not allowed in 'shape'{{.*}}[syntax]
"t.op"() {a = #tt.grid<8x?>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: use of undeclared identifier 'd2'{{.*}}[affine-undeclared]
"t.op"() {a = #tt.grid<8x8, (d0, d1) -> (0, d0, d2)>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: expected '>' or ',', found '}'{{.*}}[syntax]
"t.op"() {a = #tt.grid<8x8} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: grid has no field 'virt_to_phys_map'; did you mean 'virt_to_physical_map'?{{.*}}[unknown-key]
"t.op"() {a = #ttcore.grid<8x8, virt_to_phys_map = (d0, d1) -> (0, d0, d1)>} : () -> ()
