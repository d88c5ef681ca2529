// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected an integer for 'element_width', found 'wide' [syntax]
"t.op"() {a = !ttkernel.l1_addr_ptr<wide>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected an integer for 'element_width' of l1_addr_ptr, found '>' [syntax]
"t.op"() {a = !ttkernel.l1_addr_ptr<>} : () -> ()
