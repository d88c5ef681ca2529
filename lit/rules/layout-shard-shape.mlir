// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// 300 columns on 2 cores.
// CHECK: layout-shard-shape.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: memref shape 8x151 does not match the shard shape 8x150 (physical shape 8x300, grid 1x2, divisions round up) [layout-shard-shape]
"t.op"() {a = tensor<8x300xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<8x151xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The grid divides first, then the tile: 53 rows on 3 cores are 18, and these one tile.
// CHECK: layout-shard-shape.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: memref shape 2x1 does not match the shard shape 1x1 (physical shape 53x63, grid 3x2, tile 32x32, divisions round up) [layout-shard-shape]
"t.op"() {a = tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<2x1x!tt.tile<32x32, bfp_bf8>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// Rounded up, as it should.
"t.op"() {a = tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<18x32xf32, #tt.memory_space<l1>>>>} : () -> ()
