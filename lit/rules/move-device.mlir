// RUN: not tt-layout move --arch=wormhole_b0 --from %s --from-name '#a' --to %s --to-name '#c' 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :8:23: error: core 0x8 is outside the worker grid 10x8 of wormhole_b0; specify a device to map this grid to cores [move-device]
// RUN: tt-layout move --arch=wormhole_b0 --from %s --from-name '#b' --to %s --to-name '#c' 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// GOOD: bytes
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x16>, memref<1x1xf32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x8>, memref<1x2xf32, #tt.memory_space<l1>>>
#c = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x16xf32, #tt.memory_space<l1>>>
%a = "t.op"() : () -> tensor<1x16xf32, #a>
%b = "t.op"() : () -> tensor<1x16xf32, #b>
%c = "t.op"() : () -> tensor<1x16xf32, #c>
