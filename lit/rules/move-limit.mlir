// RUN: not tt-layout move --from %s --from-name '#a' --to %s --to-name '#c' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :9:23: error: layouts over more than 1048576 cores are not supported [move-limit]
// RUN: tt-layout move --from %s --from-name '#b' --to %s --to-name '#d' 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// GOOD: bytes
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1048577>, memref<1x1xf32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1000>, memref<1x1xf32, #tt.memory_space<l1>>>
#c = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1048577xf32, #tt.memory_space<l1>>>
#d = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1000xf32, #tt.memory_space<l1>>>
%a = "t.op"() : () -> tensor<1x1048577xf32, #a>
%b = "t.op"() : () -> tensor<1x1000xf32, #b>
%c = "t.op"() : () -> tensor<1x1048577xf32, #c>
%d = "t.op"() : () -> tensor<1x1000xf32, #d>
