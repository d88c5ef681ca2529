// RUN: ttmlir-opt -split-input-file -verify-diagnostics %s
// expected-error@+1 {{unknown memory space 'L1'}}
#a = #tt.memory_space<L1>
// -----
#b = #tt.grid<8 x 8>
