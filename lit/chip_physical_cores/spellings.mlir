// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt<chip_physical_cores{worker = [ 0x0,  0x10] dram = [ 8x0]}>}
"t.op"() {a = #tt<chip_physical_cores{worker = [0x0, 0x10] dram = [8x0]}>} : () -> ()
