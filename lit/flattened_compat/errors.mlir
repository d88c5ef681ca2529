// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:71: error: expected 'input_width': flattened_compat needs the field 'input_width' [missing-key]
"t.op"() {a = #ttir<flattened_compat batch_size = 1, input_height = 32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:51: error: expected an integer for 'batch_size', found '1x2' [syntax]
"t.op"() {a = #ttir<flattened_compat batch_size = 1x2, input_height = 32, input_width = 32>} : () -> ()
