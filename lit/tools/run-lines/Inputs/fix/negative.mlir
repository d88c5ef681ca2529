// RUN: not ttmlir-opt %s
#a = #tt.memory_space<L1>
