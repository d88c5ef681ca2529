// RUN: tt-opt %s | diff %s -
// !tt.tile, !ttcore.tile: each form of any date is its own canonical text.

"t.op"() {a = !tt.tile<32x32, f32>} : () -> ()
"t.op"() {a = !tt.tile<32x32, bfp_bf8>} : () -> ()
"t.op"() {a = !ttcore.tile<16x32, bf16>} : () -> ()
"t.op"() {a = !ttcore.tile<32x32, si32>} : () -> ()
"t.op"() {a = !tt.tile<32x32, bc_bf8>} : () -> ()
