// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: expected a type or Any for 'key_type', found 'any' [syntax]
"t.op"() {a = !emitpy.dict<any, i32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:31: error: expected a type or Any for 'value_type' of dict, found '>' [syntax]
"t.op"() {a = !emitpy.dict<i32>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: expected a type or Any for 'key_type' of dict, found '>' [syntax]
"t.op"() {a = !emitpy.dict<>} : () -> ()
