// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:92: error: expected 'chipIds'{{.*}}[missing-key]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:109: error: field 'chipIds' is given twice{{.*}}[duplicate-key]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0], chipIds = [0]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:79: error: device has no field 'meshShap'; did you mean 'meshShape'?{{.*}}[unknown-key]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShap = 1, chipIds = [0]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:94: error: field 'meshShape' is out of order; the order of the fields of device is fixed{{.*}}[syntax]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, chipIds = [0], meshShape = 1>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:105: error: {{.*}}32 bits{{.*}}[integer-range]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [99999999999]>} : () -> ()

// -----

// A placeholder of upstream's tests (2025-02-05), which a script fills in.
// CHECK: errors.mlir:[[#@LINE+1]]:15: error: device is empty; a script has to replace this placeholder before the text is parsed [missing-key]
"t.op"() {a = #tt.device<>} : () -> ()
