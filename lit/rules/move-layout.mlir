// RUN: not tt-layout move --from %s --from-name '#a' --to %s --to-name '#a' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :8:23: error: source: the grid has no dims [move-layout]
// RUN: tt-layout move --from %s --from-name '#b' --to %s --to-name '#c' 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// GOOD: bytes
#a = #tt.metal_layout<() -> (), undef, <>, memref<f32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0) -> (d0), undef, <2>, memref<1xf32, #tt.memory_space<l1>>>
#c = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<2xf32, #tt.memory_space<l1>>>
%a = "t.op"() : () -> tensor<f32, #a>
%b = "t.op"() : () -> tensor<2xf32, #b>
%c = "t.op"() : () -> tensor<2xf32, #c>
