// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: expected an integer for 'index' of kernel_arg_cb_buffer_index, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_cb_buffer_index<>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: expected an integer for 'index', found 'a'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_cb_buffer_index<a>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:51: error: expected '>' after the last field of kernel_arg_cb_buffer_index, found '1'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_cb_buffer_index<0, 1>} : () -> ()
