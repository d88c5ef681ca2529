// RUN: tt-opt %s | diff %s -
// #tt<chip_physical_helper_cores ...>, #ttcore<chip_physical_helper_cores ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<chip_physical_helper_cores{dram = [ 8x0]}>} : () -> ()
"t.op"() {a = #ttcore<chip_physical_helper_cores{dram = [ 8x0] eth = [ 6x2] eth_inactive = [ 6x3]}>} : () -> ()
