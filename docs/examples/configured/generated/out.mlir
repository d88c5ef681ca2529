"t.op"() {a = #tt.grid<>} : () -> ()
