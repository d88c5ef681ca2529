// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// A dynamic memref.
// CHECK: layout-static.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: expected static shape for the memref of a layout, found ?x32 [layout-static]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<?x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// A dynamic tensor can have a layout, whose shapes are not known.
// CHECK: :[[#@LINE+1]]:15: warning: dim 0 of the tensor is dynamic, so that shard, bytes and overlaps of its layout are not known [layout-dynamic]
"t.op"() {a = tensor<?x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()
