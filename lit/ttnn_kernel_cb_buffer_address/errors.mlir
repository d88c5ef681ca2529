// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:63: error: expected an integer for 'index' of kernel_cb_global_buffer_address_of_tensor, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_cb_global_buffer_address_of_tensor<>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:63: error: expected an integer for 'index', found 'a'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_cb_global_buffer_address_of_tensor<a>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:66: error: expected '>' after the last field of kernel_cb_global_buffer_address_of_tensor, found '1'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_cb_global_buffer_address_of_tensor<0, 1>} : () -> ()
