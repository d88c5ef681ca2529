// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: unknown chip capability 'pci'; did you mean 'pcie'?{{.*}}[unknown-keyword]
"t.op"() {a = #tt.Chip_capability<pci>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:40: error: unknown chip capability 'mmio'{{.*}}[unknown-keyword]
"t.op"() {a = #tt.Chip_capability<pcie|mmio>} : () -> ()
