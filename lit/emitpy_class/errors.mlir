// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:29: error: expected a string for 'name', found 'Model' [syntax]
"t.op"() {a = !emitpy.class<Model>} : () -> ()
