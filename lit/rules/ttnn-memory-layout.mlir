// RUN: not tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// A device buffer needs a memory layout, whatever the date.
// CHECK: :[[#@LINE+1]]:9: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<dram>>>

// -----

// CHECK: :[[#@LINE+1]]:9: error: Memory layout is not allowed for SystemMemory buffer type. [ttnn-memory-layout]
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<system_memory>>, <interleaved>>

// -----

// Block sharded DRAM was rejected before 2026-05-11 (not interleaved) and is rejected since then (block sharded): the latest message is reported.
// CHECK: :[[#@LINE+1]]:11: error: BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved [ttnn-memory-layout]
#blocks = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<dram>>, <block_sharded>>

// -----

// Near misses: the bare keyword was read when nothing was verified yet; host buffers without, device buffers with one.
#early = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<system_memory>>, interleaved>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<system_memory>>>
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<dram>>, <interleaved>>
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<l1>>, <block_sharded>>

// -----

// The layout ends too early; what it seems to lack follows it. There is no fix-it.
// CHECK: :[[#@LINE+2]]:15: error: Memory layout is required for non-SystemMemory buffer type. [ttnn-memory-layout]
// CHECK-NOT: fix:
"t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<dram>>>, <interleaved>>} : () -> ()
