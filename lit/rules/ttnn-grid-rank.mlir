// RUN: not tt-opt --split-input-file --verify-only --target=ttnn %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"
// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | count 0

#layout = #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <2x1x1>, memref<1x8x32xf32, #tt.memory_space<l1>>>
// CHECK: :[[#@LINE+2]]:15: error: unsupported grid of rank 3 for TTNN; supported: rank 2, with outer dims only for the mesh of a device [ttnn-grid-rank]
// CHECK: :[[#@LINE-2]]:65: note: the grid has rank 3
"t.op"() {a = tensor<2x8x32xf32, #layout>, again = tensor<2x8x32xf32, #layout>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:15: error: unsupported grid of rank 1 for TTNN; {{.*}} [ttnn-grid-rank]
"t.op"() {a = tensor<8xf32, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<8xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// Near miss: the outer dim is that of the mesh, so each chip holds a matrix; the device can be after the layout.
#layout = #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <2x1x1>, memref<1x8x32xf32, #tt.memory_space<l1>>>
"t.op"() {a = tensor<2x8x32xf32, #layout>} : () -> ()
tt.device @mesh = <workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1x1, chipIds = [0, 1]>
