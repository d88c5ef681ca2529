// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// bf16 in memory, f32 in the tensor.
// CHECK: layout-element.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: memref element type bf16 does not match the tensor element type f32 [layout-element]
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xbf16, #tt.memory_space<l1>>>>} : () -> ()

// -----

// `i064` is i64 (mlir-opt prints it so), but not ui64 or i32.
#l1 = #tt.memory_space<l1>
#i064 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xi064, #l1>>
// CHECK: warning: memref element type i064 does not match the tensor element type ui64 [layout-element]
// CHECK: warning: memref element type i064 does not match the tensor element type i32 [layout-element]
"t.op"() {a = tensor<8x32xi64, #i064>, b = tensor<8x32xui64, #i064>, c = tensor<8x32xi32, #i064>} : () -> ()

// -----

// A tile may hold another type.
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// A tile converts, but not from floats to integers, and has the size of the tensor's tiles.
#l1 = #tt.memory_space<l1>
#u16 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tile<32x32, u16>, #l1>>
#bf16 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #l1>>
#small = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<16x16, f32>, #l1>>
// CHECK: warning: the layout stores u16, which cannot hold the f32 elements of the tensor [layout-element]
// CHECK: note: fix: change the element type to f32
// CHECK: warning: memref element type !tt.tile<16x16, f32> does not match the tensor element type !tt.tile<32x32, f32> [layout-element]
"t.op"() {a = tensor<32x32xf32, #u16>, b = tensor<32x32xf32, #bf16>, c = tensor<1x1x!tt.tile<32x32, f32>, #small>} : () -> ()
