// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

#dram = #ttnn.buffer_type<dram>
#u16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#ui32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xui32, #dram>, <interleaved>>
// All uses of a definition agree: it is the position to change. Each definition is reported once.
// CHECK: :[[#@LINE-3]]:86: warning: the layout stores u16, which cannot hold the f32 elements of the tensor [ttnn-element]
// CHECK: :[[#@LINE-4]]:86: note: fix: change the element type to f32 (valid for all uses of the definition)
// CHECK: :[[#@LINE+5]]:15: note: a tensor of this layout
// CHECK: :[[#@LINE+4]]:79: note: also used here
// CHECK: :[[#@LINE-6]]:69: warning: memref element type ui32 does not match the tensor element type bf16 [ttnn-element]
// CHECK: :[[#@LINE-7]]:69: note: fix: change the element type to bf16
// CHECK: :[[#@LINE+1]]:44: note: a tensor of this layout
"t.op"() {a = tensor<32x32xf32, #u16>, b = tensor<32x32xbf16, #ui32>, again = tensor<32x32xf32, #u16>} : () -> ()

// -----

// Fewer bits, another sign, a memref of memrefs; tiles of another size. No fix-it where the uses of a definition differ.
#dram = #ttnn.buffer_type<dram>
#u16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#u32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #dram>, <interleaved>>
#memref = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xmemref<4xf32>, #dram>, <interleaved>>
#tile = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
// CHECK: warning: memref element type memref<4xf32> does not match the tensor element type f32
// CHECK: note: fix: change the element type to f32
// CHECK: warning: the layout stores u16, which cannot hold the si32 elements of the tensor
"t.op"() {a = tensor<32x32xsi32, #u16>, b = tensor<32x32xui16, #u16>} : () -> ()
// CHECK: warning: the layout stores u32, which cannot hold the si32 elements of the tensor
// CHECK-NOT: fix:
// CHECK: warning: memref element type !ttcore.tile<32x32, f32> does not match the tensor element type !ttcore.tile<16x16, f32>
"t.op"() {a = tensor<32x32xsi32, #u32>, b = tensor<32x32xui32, #u32>, c = tensor<32x32xf32, #memref>, d = tensor<2x2x!ttcore.tile<16x16, f32>, #tile>} : () -> ()

// -----

// Near misses: what tt-mlir writes. Floats as other floats, integers as floats; 64 bits as 32; signless as either sign; truth values;
// elements of an unknown type.
#dram = #ttnn.buffer_type<dram>
#bf16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#bfp = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bfp_bf8>, #dram>, <interleaved>>
#si32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#u32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u32>, #dram>, <interleaved>>
#u8 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
"t.op"() {a = tensor<32x32xf32, #bf16>, b = tensor<32x32xf32, #bfp>, c = tensor<32x32xi32, #bf16>, d = tensor<32x32xi32, #si32>, e = tensor<32x32xi64, #si32>} : () -> ()
"t.op"() {a = tensor<32x32xindex, #u32>, b = tensor<32x32xi1, #u8>, c = tensor<32x32x!quant.any<i8:f32>, #u8>, d = tensor<32x32xui16, #si32>} : () -> ()

// -----

// Until 2025-02-27 there was no si32.
#dram = #ttnn.buffer_type<dram>
#old = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
"t.op"() {a = tensor<32x32xsi32, #old>} : () -> ()
