// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: expected '>' after the last field of interleaved, found '{{.*}}'{{.*}}[syntax]
"t.op"() {a = #ttcore.interleaved<16384x4096, 1>} : () -> ()
