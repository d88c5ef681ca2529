// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown memory space 'DeviceL1'; did you mean 'l1'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.memory_space<DeviceL1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: expected memory space for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.memory_space<>} : () -> ()
