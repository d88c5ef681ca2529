#g = #tt.grid<8x8>
