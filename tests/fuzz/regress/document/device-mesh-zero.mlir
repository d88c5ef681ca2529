"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, 71)>, meshShape = 0, chipIds = [0]>} : () -> ()
