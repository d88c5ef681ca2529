// --verify-only: verifies and does not print the text.
// RUN: tt-opt --verify-only %s | count 0
// RUN: echo '#g = #tt.grid<8' | not tt-opt --verify-only 2>&1 | FileCheck %s
// CHECK: error:
"t.op"() {a = #tt.grid<8 x 8>} : () -> ()
