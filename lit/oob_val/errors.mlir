// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown out-of-bounds value 'nan'{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.oob_val<nan>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: expected out-of-bounds value for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.oob_val<>} : () -> ()
