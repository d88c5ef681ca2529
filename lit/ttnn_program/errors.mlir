// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: expected 'kernels' here: program needs the field 'kernels'{{.*}}[missing-key]
"t.op"() {a = #ttnn.program<cbs = [], kernels = [], semaphores = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:51: error: expected 'semaphores': program needs the field 'semaphores'{{.*}}[missing-key]
"t.op"() {a = #ttnn.program<kernels = [], cbs = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: expected an attribute in full for 'kernels', found '<symbol_ref = @r>'{{.*}}[syntax]
"t.op"() {a = #ttnn.program<kernels = [<symbol_ref = @r>], cbs = [], semaphores = []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:67: error: expected 'core_ranges' here: kernel_cb needs the field 'core_ranges'{{.*}}[missing-key]
"t.op"() {a = #ttnn.program<kernels = [], cbs = [<total_size = 4, formats = []>], semaphores = []>} : () -> ()
