// RUN: %ttmlir_opt %s \
// RUN:   --split-input-file="// ====" | FileCheck %s
#g = #tt.grid<8x8>
// ====
#g = #tt.grid<4x4>
