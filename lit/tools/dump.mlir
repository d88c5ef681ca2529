// RUN: tt-opt --dump=ast %s | FileCheck %s
// RUN: tt-opt --dump=tokens %s | FileCheck --check-prefix=TOKENS %s

// CHECK: tt.metal_layout @[[@LINE+11]]:6-
// CHECK-NEXT: linear: map (d0, d1) -> (d1, d0) @
// CHECK-NEXT: oob_val: word undef @
// CHECK-NEXT: grid: tt.grid @
// CHECK-NEXT:   shape: dims 2x1 @
// TOKENS: [[@LINE+6]]:6-[[@LINE+6]]:23 attribute #tt.metal_layout<
// TOKENS-NEXT: mark (
// TOKENS-NEXT: keyword d0
// TOKENS-NEXT: mark ,
// TOKENS: shape 2x1
// TOKENS: dimensions 64x64x
#l = #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <2x1>, memref<64x64xf32, #tt.memory_space<l1>>>
// CHECK: tensor @[[@LINE+3]]:18-
// CHECK: encoding: alias #l @
// CHECK-NEXT: legality of the map on the tensor: no overlap (digits)
func.func @f(%a: tensor<64x128xf32, #l>)
// CHECK: legality of the map on the tensor: overlap (
func.func @g(%a: tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0 + d1), undef, <1>, memref<7xf32, #tt.memory_space<l1>>>>)
// Every island, those in canonical form and those with errors included.
// TOKENS: [[@LINE+3]]:18-[[@LINE+3]]:25 builtin tensor<
// TOKENS-NEXT: dimensions 2x
// TOKENS-NEXT: scalar type f32
func.func @h(%a: tensor<2xf32>, %b: tensor<2x;f32>)
// TOKENS: dimensions 2x
// TOKENS-NEXT: unknown ;
// TOKENS: [[@LINE+1]]:6-[[@LINE+1]]:19 opaque type !other.x<"y">
!o = !other.x<"y">
