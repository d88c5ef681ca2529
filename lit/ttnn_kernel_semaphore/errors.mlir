// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:58: error: unknown core type 'tensix', expected one of worker, eth{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.kernel_semaphore<id = 3, core_type = tensix, core_ranges = <>, initial_value = 0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:82: error: struct is missing required parameter: initial_value; kernel_semaphore needs the field 'initial_value'{{.*}}[missing-key]
"t.op"() {a = #ttnn.kernel_semaphore<id = 3, core_type = worker, core_ranges = <>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:43: error: expected an integer for 'id', found 'a'{{.*}}[syntax]
"t.op"() {a = #ttnn.kernel_semaphore<id = a, core_type = worker, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>, initial_value = 0>} : () -> ()
