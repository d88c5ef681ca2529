// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// No chip has 8x8 tiles.
// CHECK: tile-size.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: tile size 8x8 is not supported; expected one of 4x16, 16x16, 32x16, 4x32, 16x32, 32x32 [tile-size]
"t.op"() {a = !tt.tile<8x8, f32>} : () -> ()

// -----

// A supported size, but block floats need the whole tile.
// CHECK: tile-size.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: a tile of block floats (bfp_bf8) must be 32x32, this one is 16x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, bfp_bf8>} : () -> ()

// -----

// Fine for other types.
"t.op"() {a = !tt.tile<16x32, bf16>} : () -> ()
