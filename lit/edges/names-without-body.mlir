// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// A known name whose body is missing, everywhere as in an operation. The use of its alias has no diagnostic.
// CHECK: :[[#@LINE+1]]:22: error: expected '<' after attribute name [syntax]
"t.op"() {a = #tt.grid} : () -> ()
// CHECK: :[[#@LINE+1]]:16: error: expected '<' after attribute name [syntax]
#grid = #tt.grid
"t.op"() {a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, #grid, memref<32x32xf32, #tt.memory_space<l1>>>} : () -> ()
// CHECK: :[[#@LINE+1]]:36: error: expected '<' after attribute name [syntax]
"t.op"() {a = tensor<2xf32, #tt.grid>} : () -> ()
// CHECK: :[[#@LINE+1]]:31: error: expected '<' after type name [syntax]
"t.op"() {a = memref<2x!tt.tile, #tt.memory_space<l1>>} : () -> ()
// CHECK: :[[#@LINE+1]]:16: error: expected '<' after type name [syntax]
!tile = !tt.tile
"t.op"() {a = memref<2x!tile, #tt.memory_space<l1>>} : () -> ()
