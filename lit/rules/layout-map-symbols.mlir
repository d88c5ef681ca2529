// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Nothing gives s0 a value.
// CHECK: layout-map-symbols.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: layout map must not have symbols, found 1 [layout-map-symbols]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1)[s0] -> (d0 + s0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// A constant is fine.
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0 + 2, d1), undef, <1x1>, memref<10x32xf32, #tt.memory_space<l1>>>>} : () -> ()
