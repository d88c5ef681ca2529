// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Row 0 lies before the memory.
// CHECK: layout-negative.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: element [0, 0] of the tensor maps to (-1, 0); physical indices start at 0 [layout-negative]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0 - 1, d1), undef, <1x1>, memref<7x32xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// What is subtracted is 0 for every element.
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0 - d1 floordiv 32, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>>} : () -> ()
