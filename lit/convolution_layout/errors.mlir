// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:74: error: expected 'input_spatial_dimensions': convolution_layout needs the field 'input_spatial_dimensions' [missing-key]
"t.op"() {a = #ttir<convolution_layout input_batch = 0, input_feature = 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: expected 'input_batch' here: convolution_layout needs the field 'input_batch' [missing-key]
"t.op"() {a = #ttir<convolution_layout input_feature = 1, input_batch = 0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'convolution_layout'; expected `#ttir<convolution_layout ...>` [syntax]
"t.op"() {a = #ttir.convolution_layout<input_batch = 0>} : () -> ()
