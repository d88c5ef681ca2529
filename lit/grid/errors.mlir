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

// -----

// In MLIR, too, 0xA in a dimension list is not a number: it is the extent 0, an 'x', and then 'A'.
// CHECK: errors.mlir:[[#@LINE+2]]:24: error: expected decimal extents in 'shape': '0x' in a shape is the extent 0 before an 'x' [syntax]
// CHECK: note: fix: the number as decimal (replace '0xA' with '10')
"t.op"() {a = #tt.grid<0xA>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:26: error: expected positive grid dimensions, got 0x2 [grid-positive]
"t.op"() {a = #tt< grid< 0x2>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#tt<gird'; did you mean '#tt<grid'? [unknown-attribute]
"t.op"() {a = #tt< gird<2x2>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#tt<gird'; did you mean '#tt<grid'? [unknown-attribute]
"t.op"() {a = #tt< // rows
  gird<2x2>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: expected the name of an attribute of dialect 'tt' after '<' [syntax]
"t.op"() {a = #tt< >} : () -> ()
