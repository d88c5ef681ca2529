// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: syntax.mlir:[[#@LINE+1]]:27: error: unexpected ',' before '>' [syntax]
"t.op"() {a = #tt.grid<8x8, >} : () -> ()

// -----

// CHECK: syntax.mlir:[[#@LINE+1]]:30: error: expected '>' or ',', found '}' [syntax]
"t.op"() {a = tensor<8x32xf32} : () -> ()

// -----

// CHECK: syntax.mlir:[[#@LINE+1]]:34: error: expected '(' before 'd0' [syntax]
"t.op"() {a = affine_map<(d0) -> d0)>} : () -> ()

// -----

// CHECK: syntax.mlir:[[#@LINE+1]]:15: error: expected the name of an attribute of dialect 'tt' after '<' [syntax]
"t.op"() {a = #tt<,grid<8x8>>} : () -> ()

// -----

// CHECK: syntax.mlir:[[#@LINE+1]]:15: error: expected the name of a type of dialect 'ttnn' after '<' [syntax]
"t.op"() {a = !ttnn<>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = #tt.grid<8x8>} : () -> ()
"t.op"() {a = affine_map<(d0) -> (d0)>} : () -> ()
"t.op"() {a = #foreign<,grid<8x8>>, b = #tt<grid<8x8>>} : () -> ()
