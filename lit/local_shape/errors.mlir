// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: expected a type for 'local_shape', found '1x32'{{.*}}[syntax]
"t.op"() {a = #ttcore<local_shape local_shape = 1x32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: local_shape has no field 'shape'{{.*}}[unknown-key]
"t.op"() {a = #ttcore<local_shape shape = tensor<1x32xbf16>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'local_shape'; expected `#ttcore<local_shape ...>`{{.*}}[syntax]
"t.op"() {a = #ttcore.local_shape<local_shape = tensor<1 x 32 x bf16>>} : () -> ()
