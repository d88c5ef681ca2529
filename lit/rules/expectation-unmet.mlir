// RUN: not tt-opt --verify-only --verify-diagnostics --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// The grid is right, so nothing is reported at all.
// CHECK: expectation-unmet.mlir:[[#@LINE+1]]:4: error: expected error "expected positive grid dimensions" was not produced [expectation-unmet]
// expected-error@below {{expected positive grid dimensions}}
"t.op"() {a = #tt.grid<8x8>} : () -> ()

// -----

// expected-error@below {{expected positive grid dimensions}}
"t.op"() {a = #tt.grid<0x8>} : () -> ()
