# exp, transpose, relu of the device specification: the second device reads the grid as transposed.
plain='#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>'
turned='#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d1, d0)>, meshShape = 1, chipIds = [0]>'
a=$(tt-layout build --shape 256x256 --element f32 --grid 8x8)
echo "on the transposed grid:"
tt-layout move --from "$a" --to "$a" --permute 1,0 --device "$plain" --to-device "$turned" --simulate --totals
echo "on the same grid:"
tt-layout move --from "$a" --to "$a" --permute 1,0 --device "$plain" --totals
