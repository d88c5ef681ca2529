// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:65: error: unknown buffer access 'aliased'; did you mean 'alias'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.buffer<memref<2x4xf32, #tt.memory_space<l1>>, aliased>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:26: error: expected a memref for 'memref', found 'tensor<2x4xf32>'{{.*}}[syntax]
"t.op"() {a = #tt.buffer<tensor<2x4xf32>>} : () -> ()
