#g = #tt.grid< 8 x 8
