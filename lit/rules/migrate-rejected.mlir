// RUN: not tt-opt --era=2026-01-10 --migrate=2026-08-01 %s 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: :[[#@LINE+1]]:38: error: on 2026-08-01 this is an error: sharded TTNN layout (height_sharded) must carry a core_range_set{{.*}} (ttnn-core-ranges) [migrate-rejected]
"t.op"() : () -> tensor<2048x32xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <64x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <height_sharded>>>

"t.op"() : () -> tensor<64x32xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <interleaved>>>
