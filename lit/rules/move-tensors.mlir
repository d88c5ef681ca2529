// RUN: not tt-layout move --from %s --from-name '#a' --to %s --to-name '#b' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :12:23: error: tensor shapes do not match: source 8x32, destination 32x8; they match with permutation 1,0 [move-tensors]
// CHECK-NEXT: %b = "t.op"() : () -> tensor<32x8xf32, #b>
// CHECK-NEXT: ^~~~
// CHECK-NEXT: :11:23: note: the source is here
// RUN: tt-layout move --from %s --from-name '#a' --to %s --to-name '#c' 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// GOOD: bytes
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x8xf32, #tt.memory_space<l1>>>
#c = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<4x32xf32, #tt.memory_space<l1>>>
%a = "t.op"() : () -> tensor<8x32xf32, #a>
%b = "t.op"() : () -> tensor<32x8xf32, #b>
%c = "t.op"() : () -> tensor<8x32xf32, #c>
