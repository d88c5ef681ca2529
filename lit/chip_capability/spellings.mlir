// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.Chip_capability<pcie|host_mmio>}
"t.op"() {a = #tt.Chip_capability<pcie | host_mmio>} : () -> ()
