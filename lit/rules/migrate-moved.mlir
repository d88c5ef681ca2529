// RUN: tt-opt --migrate=2026-06-01 %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// CHECK: :[[#@LINE+1]]:18: warning: the layout is another one on this date: element [17, 0] was at core 1x0, offset 0 and is at core 0x0, offset 528 [migrate-moved]
func.func @a(%0: tensor<33x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>)

func.func @b(%0: tensor<64x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>)

func.func @c(%0: tensor<35x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>>) // tt-opt: allow(migrate-moved)
