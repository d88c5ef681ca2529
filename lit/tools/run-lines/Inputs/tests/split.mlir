// RUN: ttmlir-opt --canonicalize %s -o %t --split-input-file
// RUN: FileCheck %s --input-file=%t
#g = #tt.grid<8x8>
// -----
#g = #tt.grid<4x4>
