// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:23: error: expected a type for 'type', found '2x4'{{.*}}[syntax]
"t.op"() {a = !d2m.cb<2x4>} : () -> ()
