// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#g = #tt.grid<8x8>
// CHECK: alias-redefined.mlir:[[#@LINE+2]]:1: error: redefinition of attribute alias id 'g' [alias-redefined]
// CHECK: alias-redefined.mlir:[[#@LINE-2]]:1: note: first defined here
#g = #tt.grid<4x4>

// -----

// The same name in another section, and as a type, is another alias.
#g = #tt.grid<4x4>
!g = !tt.tile<32x32, f32>
