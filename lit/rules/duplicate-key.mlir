// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: duplicate-key.mlir:[[#@LINE+1]]:94: error: field 'meshShape' is given twice [duplicate-key]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()
