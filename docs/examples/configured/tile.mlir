"t.op"() {a = !tt.tile<8x8, f32>, b = #tt.grd<8x8>} : () -> ()
