// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:46: error: chip_physical_helper_cores has no field 'worker'{{.*}}[unknown-key]
"t.op"() {a = #tt<chip_physical_helper_cores{worker = [ 0x0] dram = [ 8x0]}>} : () -> ()
