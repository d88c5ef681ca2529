// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:41: error: expected a list in [ ] for 'endpoint1'{{.*}}[syntax]
"t.op"() {a = #tt.chip_channel<[0, 8, 0]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected an integer for 'chip_id1', found 'one'{{.*}}[syntax]
"t.op"() {a = #tt.chip_channel<0, one>} : () -> ()
