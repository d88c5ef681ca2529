// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:43: error: expected an integer for 'num_buffers'{{.*}}[syntax]
"t.op"() {a = #ttcore.cb_layout<16384x4096>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:48: error: cb_layout has no field 'gird'; did you mean 'grid'?{{.*}}[unknown-key]
"t.op"() {a = #ttcore.cb_layout<16384x4096, 2, gird = [1x1]>} : () -> ()
