// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// bf16 in memory, f32 in the tensor.
// CHECK: layout-element.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: memref element type bf16 does not match the tensor element type f32 [layout-element]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xbf16, #tt.memory_space<l1>>>>} : () -> ()

// -----

// A tile may hold another type.
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #tt.memory_space<l1>>>>} : () -> ()
