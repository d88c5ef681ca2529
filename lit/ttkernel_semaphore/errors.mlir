// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected an integer for 'initial_value'{{.*}}, found '>' [syntax]
"t.op"() {a = !ttkernel.semaphore<>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected an integer for 'initial_value', found 'zero' [syntax]
"t.op"() {a = !ttkernel.semaphore<zero>} : () -> ()
