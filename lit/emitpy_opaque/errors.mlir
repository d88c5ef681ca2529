// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:30: error: expected a string for 'value', found '3' [syntax]
"t.op"() {a = #emitpy.opaque<3>} : () -> ()
