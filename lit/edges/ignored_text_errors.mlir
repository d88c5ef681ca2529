// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// What is not ignored: text in the short form, incomplete fields, brackets that do not balance.

// CHECK: ignored_text_errors.mlir:[[#@LINE+1]]:29: error: expected 'x' between the extents of 'shape', found ','; did you mean '1x5'? [syntax]
"t.op"() {a = #ttcore.grid<1, 5>} : () -> ()

// -----

// CHECK: ignored_text_errors.mlir:[[#@LINE+1]]:28: error: unknown CPU role 'hosts'{{.*}}[unknown-keyword]
"t.op"() {a = #tt<cpu_role hosts, 5>} : () -> ()

// -----

// CHECK: ignored_text_errors.mlir:[[#@LINE+1]]:37: error: expected ')' or ',', found '>' [syntax]
"t.op"() {a = [#tt<tile_size 3x4, (5>, 6]} : () -> ()

// -----

// CHECK: ignored_text_errors.mlir:[[#@LINE+1]]:33: error: unexpected '/'; a comment begins with '//' [syntax]
"t.op"() {a = "x/y"} : () -> () / half of a comment: #tt.grid<1x1>

// -----

// A comment of C is one error.
// CHECK: ignored_text_errors.mlir:[[#@LINE+1]]:15: error: unexpected '/'; a comment begins with '//' [syntax]
"t.op"() {a = /* size */ 1 : i32} : () -> () loc("a/b.py":1:2) // c / d
