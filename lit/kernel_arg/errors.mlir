// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:44: error: expected an index such as [0] for 'operand_index', found '0' [syntax]
"t.op"() {a = #ttmetal.kernel_arg<cb_port, 0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: expected an index such as [0] for 'operand_index' of kernel_arg, found '>' [syntax]
"t.op"() {a = #ttmetal.kernel_arg<cb_port>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: expected '>' after the last field of kernel_arg, found '1' [syntax]
"t.op"() {a = #ttmetal.kernel_arg<cb_port[0], 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: unknown kind of kernel argument 'cb', expected one of cb_port, buffer_address, semaphore, named_argument, global_semaphore, local_semaphore, scalar, tensor_accessor_args [unknown-keyword]
"t.op"() {a = #ttmetal.kernel_arg<cb[0]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:43: error: unexpected '-' before '1': the number cannot be negative [syntax]
"t.op"() {a = #ttmetal.kernel_arg<cb_port[-1]>} : () -> ()
