// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: unknown TTNN layout 'tiled'; did you mean 'tile'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.layout<tiled>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:28: error: expected TTNN layout for 'value'{{.*}}[syntax]
"t.op"() {a = #ttnn.layout<>} : () -> ()
