// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:55: error: expected 'dram'{{.*}}[missing-key]
"t.op"() {a = #tt<chip_physical_cores{worker = [ 0x0]}>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:55: error: chip_physical_cores has no field 'drum'; did you mean 'dram'?{{.*}}[unknown-key]
"t.op"() {a = #tt<chip_physical_cores{worker = [ 0x0] drum = [ 8x0]}>} : () -> ()
