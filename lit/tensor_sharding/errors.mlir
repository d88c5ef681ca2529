// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected an axis for 'value', found 'x' [syntax]
"t.op"() {a = #tt<tensor_sharding x>} : () -> ()
