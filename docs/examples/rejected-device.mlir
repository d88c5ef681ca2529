// Two chips side by side, 8x16 cores. The last result must be d1 mod 8: a chip has 8 columns.
module attributes {tt.device = #tt.device<
    workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>, meshShape = 1x2, chipIds = [0, 1]>} {
}
