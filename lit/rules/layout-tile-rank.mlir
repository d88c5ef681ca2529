// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// One dim is not a matrix.
// CHECK: layout-tile-rank.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: a memref of tiles must have at least 2 dims, found 1 [layout-tile-rank]
"t.op"() {a = tensor<64xf32, #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// A leading dim of extent 1 makes it one.
"t.op"() {a = tensor<64xf32, #tt.metal_layout<(d0) -> (0, d0), undef, <1x1>, memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>} : () -> ()
