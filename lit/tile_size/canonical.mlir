// RUN: tt-opt %s | diff %s -
// #tt<tile_size ...>, #ttcore<tile_size ...>: each form of any date is its own canonical text.

"t.op"() {a = #tt<tile_size 32x32>} : () -> ()
"t.op"() {a = #ttcore<tile_size 4x16>} : () -> ()
"t.op"() {a = #tt<tile_size (4 x 16)>} : () -> ()
