// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: unknown buffer access 'stram', did you mean 'stream'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt<stream_mode stram>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: 'stream_mode' is written `#tt<stream_mode ...>`: its body has no angle brackets of its own{{.*}}[syntax]
"t.op"() {a = #tt.stream_mode<alias>} : () -> ()
