// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: alias-undefined.mlir:[[#@LINE+1]]:15: error: undefined symbol alias id 'g' [alias-undefined]
"t.op"() {a = #g} : () -> ()

// -----

// As in MLIR, only the definition of a location can be after its use, in the same section.
// CHECK: alias-undefined.mlir:[[#@LINE+2]]:15: error: undefined symbol alias id 'g' [alias-undefined]
// CHECK: alias-undefined.mlir:[[#@LINE+2]]:1: note: defined here, after this use
"t.op"() {a = #g} : () -> () loc(#place)
#g = #tt.grid<8x8>
#place = loc("x":1:1)
