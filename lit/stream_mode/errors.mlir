// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown buffer access 'stram'; did you mean 'stream'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt<stream_mode stram>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: unexpected '<' after 'stream_mode'; expected `#tt<stream_mode ...>`{{.*}}[syntax]
"t.op"() {a = #tt.stream_mode<alias>} : () -> ()
