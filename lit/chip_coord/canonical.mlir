// RUN: tt-opt %s | diff %s -
// #tt.chip_coord, #ttcore.chip_coord: each form of any date is its own canonical text.

"t.op"() {a = #tt.chip_coord<0, 0, 0, 1>} : () -> ()
"t.op"() {a = #ttcore.chip_coord<0x0x0x1>} : () -> ()
