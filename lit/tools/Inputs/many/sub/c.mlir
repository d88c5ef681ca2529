"t.op"() {a = #tt.gird<8x8>} : () -> ()
