// RUN: tt-opt %s | diff %s -
// !tt.device: each form of any date is its own canonical text.

"t.op"() {a = !tt.device<#tt.device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, [0]>>} : () -> ()
"t.op"() {a = !tt.device<#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>>} : () -> ()
"t.op"() {a = !tt.device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, [0]>} : () -> ()
