// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:38: error: expected a static shape such as 2x4 for 'size'{{.*}}[syntax]
"t.op"() {a = #ttmetal.core_range<0x0>} : () -> ()
