// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:47: error: struct is missing required parameter: type; topk_placement needs the field 'type' [missing-key]
"t.op"() {a = #d2m.topk_placement<grid = <1x2>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:42: error: expected a type for 'type', found '4' [syntax]
"t.op"() {a = #d2m.topk_placement<type = 4, grid = <1x2>>} : () -> ()
