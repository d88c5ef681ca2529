// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:43: error: unknown memory space 'l2'; did you mean 'l1'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.arg_alloc<262144, 4096, l2>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected an integer for 'size' before 'memory_space', found 'l1'{{.*}}[syntax]
"t.op"() {a = #tt.arg_alloc<262144, l1>} : () -> ()
