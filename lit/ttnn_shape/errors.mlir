// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:27: error: expected static shape: '?' is not allowed in 'shape'{{.*}}[syntax]
"t.op"() {a = #ttnn.shape<32x?>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: expected 'x' between the extents of 'shape', found ','{{.*}}[syntax]
"t.op"() {a = #ttnn.shape<32, 128>} : () -> ()
