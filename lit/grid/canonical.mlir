// RUN: tt-opt %s | diff %s -
// #tt.grid, #ttcore.grid: each form of any date is its own canonical text.

"t.op"() {a = #tt.grid<8x8>} : () -> ()
"t.op"() {a = #ttcore.grid<2x8x8>} : () -> ()
"t.op"() {a = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>} : () -> ()
"t.op"() {a = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>} : () -> ()
"t.op"() {a = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1)>} : () -> ()
