#g = #tt.grid<8
