// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: unknown architecture 'wormhole_b1'; did you mean 'wormhole_b0'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.arch<wormhole_b1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: expected architecture for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.arch<>} : () -> ()
