// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One error each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: unknown topology 'torus', expected one of linear, ring{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.topology<torus>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: expected topology for 'value' (linear, ring) of topology, found '>'{{.*}}[syntax]
"t.op"() {a = #ttnn.topology<>} : () -> ()
