// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:46: error: unexpected ',' before 'ct_args' [syntax]
"t.op"() {a = #ttkernel.arg_spec<rt_args = [], ct_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: field 'rt_args' is out of order; the order of the fields of arg_spec is fixed [syntax]
"t.op"() {a = #ttkernel.arg_spec<ct_args = [] rt_args = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:57: error: unknown kind of kernel argument 'cb_prt'; did you mean 'cb_port'? expected one of cb_port, buffer_address, semaphore, named_argument, global_semaphore, local_semaphore, scalar, tensor_accessor_args [unknown-keyword]
"t.op"() {a = #ttkernel.arg_spec<rt_args = [<arg_type = cb_prt, operand_index = 0>]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:34: error: arg_spec has no field 'args' [unknown-key]
"t.op"() {a = #ttkernel.arg_spec<args = []>} : () -> ()
