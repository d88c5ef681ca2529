// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Row 0 lies last.
// CHECK: layout-extent.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: element [0, 0] of the tensor maps to 7 in physical dim 0, beyond the last element at 0; shards are too small [layout-extent]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (-d0 + 7, d1), undef, <1x1>, memref<1x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// It wraps, but not within the tensor.
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0 mod 16, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()
