// RUN: not tt-opt --verify-only --verify-diagnostics --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: expectation-unexpected.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: unexpected error: expected positive grid dimensions, got 0x8 [grid-positive] [expectation-unexpected]
"t.op"() {a = #tt.grid<0x8>} : () -> ()

// -----

// A warning of ours is never unexpected.
"t.op"() {a = #tt.memory_spce<l1>} : () -> ()
