// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: expected an integer for 'y'{{.*}}[syntax]
"t.op"() {a = #ttnn.core_coord<0>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: expected '>' after the last field of core_coord, found '{{.*}}'{{.*}}[syntax]
"t.op"() {a = #ttnn.core_coord<0, 7, 1>} : () -> ()
