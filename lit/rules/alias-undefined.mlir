// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: alias-undefined.mlir:[[#@LINE+1]]:15: error: undefined symbol alias id 'g' [alias-undefined]
"t.op"() {a = #g} : () -> ()

// -----

// A definition may stand behind its use in an operation, and counts for its piece only.
"t.op"() {a = #g} : () -> ()
#g = #tt.grid<8x8>
