// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: unknown data type 'f64'; did you mean 'f32'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.supportedDataTypes<f64>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: expected data type for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.supportedDataTypes<>} : () -> ()
