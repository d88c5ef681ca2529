// RUN: ttmlir-opt --split-input-file %s | FileCheck %s
// RUN: not ttmlir-opt --ttnn-deallocate --split-input-file %s
#g = #tt.grid<8x8
// -----
#g = #tt.grid<8x8>
