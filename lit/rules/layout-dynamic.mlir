// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// CHECK: layout-dynamic.mlir:[[#@LINE+1]]:15: warning: dim 1 of the tensor is dynamic, so that shard, bytes and overlaps of its layout are not known [layout-dynamic]
"t.op"() {a = tensor<8x?xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: layout-dynamic.mlir:[[#@LINE+1]]:15: warning: dim 0 of the tensor is dynamic, so that shard, bytes and overlaps of its layout are not known [layout-dynamic]
"t.op"() {a = tensor<?x32xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>} : () -> ()

// -----

"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>, b = tensor<?x32xf32>} : () -> ()
