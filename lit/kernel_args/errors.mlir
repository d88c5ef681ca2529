// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:55: error: unexpected ',' before 'ct_args' [syntax]
"t.op"() {a = #ttmetal.kernel_args<common_rt_args = [], ct_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: field 'common_rt_args' is out of order; the order of the fields of kernel_args is fixed [syntax]
"t.op"() {a = #ttmetal.kernel_args<ct_args = [] common_rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: expected kernel_arg for 'ct_args' such as <cb_port>, found 'cb_port' [syntax]
"t.op"() {a = #ttmetal.kernel_args<ct_args = [cb_port[0]]>} : () -> ()
