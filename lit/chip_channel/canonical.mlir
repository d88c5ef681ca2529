// RUN: tt-opt %s | diff %s -
// #tt.chip_channel, #ttcore.chip_channel: each form of any date is its own canonical text.

"t.op"() {a = #tt.chip_channel<0, 1>} : () -> ()
"t.op"() {a = #tt.chip_channel<0, [8, 0], 1, [0, 0]>} : () -> ()
"t.op"() {a = #ttcore.chip_channel<[0, 8, 0], [1, 0, 0]>} : () -> ()
