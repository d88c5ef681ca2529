// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:45: error: expected an integer for 'index' of kernel_arg_semaphore_at, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_semaphore_at<>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:45: error: expected an integer for 'index', found 'a'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_semaphore_at<a>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: expected '>' after the last field of kernel_arg_semaphore_at, found '1'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_semaphore_at<0, 1>} : () -> ()
