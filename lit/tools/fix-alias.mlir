// A fix-it that edits the definition of an alias is offered only if all tensors that use it agree.
// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not="whose uses agree"
// RUN: not tt-opt --fix --split-input-file %s -o %t.mlir 2>/dev/null
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.mlir

// One invalid use: the definition is fixed, and is the position of the error.
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<8x32xf32, #tt.memory_space<l1>>>
// CHECK: :[[#@LINE-1]]:68: error: memref shape 8x32 does not match the shard shape 4x32
// CHECK: change the memref shape to 4x32 (valid for all uses of the definition)
// FIXED: #one = {{.*}}memref<4x32xf32
"t.op"() {a = tensor<8x32xf32, #one>} : () -> ()

// -----

// Two tensors that require the same definition: one error.
#same = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<8x32xf32, #tt.memory_space<l1>>>
// CHECK: change the memref shape to 4x32 (valid for all uses of the definition)
// CHECK: :[[#@LINE+3]]:15: note: a tensor of this layout
// CHECK: :[[#@LINE+2]]:44: note: also used here
// FIXED: #same = {{.*}}memref<4x32xf32
"t.op"() {a = tensor<8x32xf32, #same>, b = tensor<7x32xf32, #same>} : () -> ()

// -----

// Two that do not.
#odd = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<8x32xf32, #tt.memory_space<l1>>>
// CHECK: error: memref shape 8x32 does not match the shard shape 4x32
// CHECK: error: memref shape 8x32 does not match the shard shape 5x32
// FIXED: #odd = {{.*}}memref<8x32xf32
"t.op"() {a = tensor<8x32xf32, #odd>, b = tensor<10x32xf32, #odd>} : () -> ()

// -----

// One tensor that matches its layout, in any position.
#good = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<8x32xf32, #tt.memory_space<l1>>>
// CHECK: error: memref shape 8x32 does not match the shard shape 4x32
// FIXED: #good = {{.*}}memref<8x32xf32
"t.op"() {a = tensor<8x32xf32, #good>} : () -> ()
"t.op"() {a = tensor<16x32xf32, #good>} : () -> ()

// -----

// The memref is an alias of its own, which other layouts may have.
!memref = memref<8x32xf32, #tt.memory_space<l1>>
#nested = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, !memref>
// CHECK: error: memref shape 8x32 does not match the shard shape 4x32
// FIXED: !memref = memref<8x32xf32
"t.op"() {a = tensor<8x32xf32, #nested>} : () -> ()

// -----

// A map of the wrong rank.
#map = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<4x32xf32, #tt.memory_space<l1>>>
// CHECK: error: layout map has 2 dims, but the tensor has rank 3
// CHECK: change the map to (d0, d1, d2) -> (d0 * 4 + d1, d2) (valid for all uses of the definition)
// FIXED: #map = #tt.metal_layout<(d0, d1, d2) -> (d0 * 4 + d1, d2)
"t.op"() {a = tensor<2x4x32xf32, #map>} : () -> ()

// -----

// ttnn, where it is a warning.
#ttnn = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
// CHECK: warning: memref shape 1x1 does not match the shard shape 2x1 tiles of this tensor
// CHECK: change the memref shape to 2x1 (valid for all uses of the definition)
// FIXED: #ttnn = {{.*}}memref<2x1x!ttcore.tile
"t.op"() {a = tensor<64x32xbf16, #ttnn>} : () -> ()
