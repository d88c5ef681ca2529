// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:26: error: expected device for 'device_desc', found '8x8'{{.*}}[syntax]
"t.op"() {a = !tt.device<8x8>} : () -> ()
