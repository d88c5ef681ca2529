// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: struct is missing required parameter: operand_index; arg needs the field 'operand_index' [missing-key]
"t.op"() {a = #ttkernel.arg<arg_type = cb_port>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:68: error: duplicate or unknown struct parameter name: operand_index [duplicate-key]
"t.op"() {a = #ttkernel.arg<arg_type = cb_port, operand_index = 0, operand_index = 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: duplicate or unknown struct parameter name: operand_indx; did you mean 'operand_index'? [unknown-key]
"t.op"() {a = #ttkernel.arg<arg_type = cb_port, operand_indx = 0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: expected `name = value` in arg, found 'cb_port' [syntax]
"t.op"() {a = #ttkernel.arg<cb_port, 0>} : () -> ()
