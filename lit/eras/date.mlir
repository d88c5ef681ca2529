// RUN: not tt-opt --parse-only --verify-only --era=2024-11-27 %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: tt-opt --parse-only --verify-only %s 2>&1 | count 0

// CHECK: :[[#@LINE+1]]:31: error: metal_layout with logical_shape is valid from 2025-06-20 on, not on 2024-11-27 [syntax]
#named = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1>
// CHECK: :[[#@LINE+1]]:11: error: the dialect 'ttcore' is valid from 2025-06-17 on, not on 2024-11-27; its name on this date is 'tt' [syntax]
#prefix = #ttcore.memory_space<l1>
// CHECK: :[[#@LINE+1]]:25: error: 'si32' is valid from 2025-02-27 on, not on 2024-11-27 [syntax]
!tile = !tt.tile<32x32, si32>
// CHECK: :[[#@LINE+1]]:10: error: shard is valid from 2025-03-11 to 2025-06-17, not on 2024-11-27 [syntax]
#shard = #tt.shard<32x4>
// CHECK: :[[#@LINE+1]]:11: error: memory_config without memory_layout is valid from 2025-05-16 on, not on 2024-11-27 [syntax]
#config = #ttnn.memory_config<<dram>>
// The outermost attribute tells it for what is in it.
// CHECK: :[[#@LINE+1]]:31: error: metal_layout with logical_shape is valid
#outer = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1>
// CHECK: :[[#@LINE+1]]:20: error: the dialect 'ttcore' is valid
ttcore.device @d = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>

// Accepted on the date: both forms on the day of a change, the devices of the specification, spaces around x.
#old = #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>
#new = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tile<32 x 32, f32>, #tt.memory_space<l1>>, interleaved>
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
