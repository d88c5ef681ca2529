// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:34: error: expected an integer for 'y'{{.*}}[syntax]
"t.op"() {a = #tt.chip_coord<0, 0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: expected an integer for 'rack', found 'here'{{.*}}[syntax]
"t.op"() {a = #tt.chip_coord<here>} : () -> ()
