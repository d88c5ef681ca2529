// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: expected an integer for 'index' of kernel_arg_global_semaphore, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_global_semaphore<>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:49: error: expected an integer for 'index', found 'a'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_global_semaphore<a>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:52: error: expected '>' after the last field of kernel_arg_global_semaphore, found '1'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_arg_global_semaphore<0, 1>} : () -> ()
