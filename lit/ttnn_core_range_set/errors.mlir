// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: expected '[' before the value of 'ranges', found '#ttnn.core_range<(0,0), (7,0)>'{{.*}}[syntax]
"t.op"() {a = #ttnn.core_range_set<#ttnn.core_range<(0,0), (7,0)>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected core_range for 'ranges', found '8x8'{{.*}}[syntax]
"t.op"() {a = #ttnn.core_range_set<[8x8]>} : () -> ()
