// RUN: tt-opt --verify-only --verify-diagnostics --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: expectation-malformed.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}unknown kind 'eror'{{.*}} [expectation-malformed]
// expected-eror@below {{expected positive grid dimensions}}
"t.op"() {a = #tt.grid<8x8>} : () -> ()

// -----

// Words about expectations are none.
// What is expected here: an error of the grid.
"t.op"() {a = #tt.grid<8x8>} : () -> ()
