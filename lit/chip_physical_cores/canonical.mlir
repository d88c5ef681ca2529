// RUN: tt-opt %s | diff %s -
// #tt<chip_physical_cores ...>, #ttcore<chip_physical_cores ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<chip_physical_cores{worker = [ 0x0,  0x1] dram = [ 8x0]}>} : () -> ()
"t.op"() {a = #ttcore<chip_physical_cores{worker = [ 0x0,  0x1], dram = [ 8x0], eth = [ 6x2], eth_inactive = [ 6x3]}>} : () -> ()
"t.op"() {a = #tt<chip_physical_cores{worker = [(0, 0), (0, 1)] dram = [(8, 0)] eth = [(6, 2)]}>} : () -> ()
