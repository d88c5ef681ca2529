// RUN: tt-layout move --from %s --from-name '#a' --to %s --to-name '#c' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=remark:
// CHECK: :9:23: warning: source requires 2097152 bytes in each L1, which has 1499136 on wormhole_b0 [move-capacity]
// CHECK: bytes
// RUN: tt-layout move --from %s --from-name '#b' --to %s --to-name '#c' 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// GOOD: bytes
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1024x512xf32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<1024x256xf32, #tt.memory_space<l1>>>
#c = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x4>, memref<1024x128xf32, #tt.memory_space<l1>>>
%a = "t.op"() : () -> tensor<1024x512xf32, #a>
%b = "t.op"() : () -> tensor<1024x512xf32, #b>
%c = "t.op"() : () -> tensor<1024x512xf32, #c>
