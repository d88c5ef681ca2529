// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: expected a static shape such as 2x4 for 'value', found 'zero'{{.*}}[syntax]
"t.op"() {a = #tt<core_coord zero>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'core_coord'; expected `#tt<core_coord ...>`{{.*}}[syntax]
"t.op"() {a = #tt.core_coord<0 x 1>} : () -> ()
