// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: unknown argument type 'inputs'; did you mean 'input'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttcore.argument_type<inputs>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: expected argument type for 'value'{{.*}}[syntax]
"t.op"() {a = #ttcore.argument_type<>} : () -> ()
