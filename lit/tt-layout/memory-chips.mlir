// RUN: not tt-layout memory %s 2>&1 | FileCheck %s
// RUN: not tt-layout memory --json %s 2>/dev/null | FileCheck %s --check-prefix=JSON
// A region that does not exist is a resource.
// CHECK: error: Out of Memory: Not enough space to allocate 2048 B L1_SMALL buffer
// CHECK: note: there is no L1_SMALL region: it is a resource, {"kind": "l1_small", "size": N} in the file of --resources
// %a is on two chips, and %b is reserved in lockstep on both: 28 and 120 of 128 banks of 4096 bytes are without data.
// CHECK: lockstep L1: 606208 B of all 64 banks of each of 2 chips are reserved without
// JSON: "type":"L1","banks":64,{{.*}}"idle_bytes":606208,"chips":2
#l1 = #tt.memory_space<l1>
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <10x10>, memref<32x32xf32, #l1>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>
#small = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1_small>>, <interleaved>>
func.func @f(%a: tensor<320x320xf32, #a>, %b: tensor<64x128xf32, #b>) {
  "t.use"(%a, %b) : (tensor<320x320xf32, #a>, tensor<64x128xf32, #b>) -> ()
}
func.func @g(%a: tensor<32x32xbf16, #small>) {
  return
}
