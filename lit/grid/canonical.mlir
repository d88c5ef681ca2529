// RUN: tt-opt %s | diff %s -
"t.op"() {a = #tt.grid<8x8>} : () -> ()
