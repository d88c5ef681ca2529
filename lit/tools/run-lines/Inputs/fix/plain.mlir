#a = #tt.memory_space<L1>
