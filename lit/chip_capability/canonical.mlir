// RUN: tt-opt %s | diff %s -
// #tt.Chip_capability, #ttcore.Chip_capability: each form of any date is its own canonical text.

"t.op"() {a = #tt.Chip_capability<pcie>} : () -> ()
"t.op"() {a = #tt.Chip_capability<pcie|host_mmio>} : () -> ()
"t.op"() {a = #ttcore.Chip_capability<host_mmio>} : () -> ()
