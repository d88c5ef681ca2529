// RUN: not ttmlir-opt --split-input-file %s 2>&1 | FileCheck %s
// CHECK: error: expected one of system, mmio, dram, l1
#space = #tt.memory_space<L1>

// -----

#space = #tt.memory_space<l1>
