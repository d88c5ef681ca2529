// RUN: not tt-layout move --emit=protocol --from %s --from-name '#a' --to %s --to-name '#a' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :8:23: error: no kernels: no data movement required [move-form]
// CHECK-NEXT: %a = "t.op"
// RUN: tt-layout move --emit=protocol --from %s --from-name '#a' --to %s --to-name '#b' 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// GOOD: kernel
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<4x32xf32, #tt.memory_space<l1>>>
%a = "t.op"() : () -> tensor<8x32xf32, #a>
%b = "t.op"() : () -> tensor<8x32xf32, #b>
