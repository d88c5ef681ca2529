// RUN: tt-opt %s | diff %s -
// #tt.chip_capability, #ttcore.chip_capability: each form of any date is its own canonical text.

"t.op"() {a = #tt.chip_capability<pcie>} : () -> ()
"t.op"() {a = #tt.chip_capability<pcie|host_mmio>} : () -> ()
"t.op"() {a = #ttcore.chip_capability<host_mmio>} : () -> ()
