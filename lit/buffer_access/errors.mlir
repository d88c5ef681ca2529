// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:33: error: unknown buffer access 'stram'; did you mean 'stream'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt<buffer_access stram>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'buffer_access'; expected `#tt<buffer_access ...>`{{.*}}[syntax]
"t.op"() {a = #tt.buffer_access<alias>} : () -> ()
