// RUN: not tt-opt --split-input-file --verify-only --era=2026-06-01 %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"
// RUN: not tt-opt --split-input-file --verify-only --era=2025-12-01 %s 2>&1 | FileCheck %s --check-prefix=OLD --implicit-check-not="{{error|warning}}:"
// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --check-prefix=AUTO --allow-empty --implicit-check-not="{{error|warning}}:"

// AUTO-NOT: error

// CHECK: :[[#@LINE+4]]:9: error: expected (1, 1) grid shape for dram buffer type with interleaved memory layout, got (8, 8) [ttnn-grid]
// CHECK: :[[#@LINE+3]]:57: note: the grid
// OLD: :[[#@LINE+2]]:9: error: expected (1, 1) grid shape for non-L1 buffer type, got (8, 8) for dram buffer type [ttnn-grid]
// OLD: :[[#@LINE+1]]:57: note: the grid
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1),         <8x8>, memref<32x32xf32, #ttnn.buffer_type<dram>>, <interleaved>>

// -----

// CHECK: :[[#@LINE+2]]:9: error: expected (1, 1) grid shape for system_memory buffer type, got (3, 4) [ttnn-grid]
// OLD: :[[#@LINE+1]]:9: error: expected (1, 1) grid shape for non-L1 buffer type, got (3, 4) for system_memory buffer type [ttnn-grid]
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <3x4>, memref<32x32xf32, #ttnn.buffer_type<system_memory>>>

// -----

// Near misses.
#dram = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<dram>>, <interleaved>>
#l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<32x32xf32, #ttnn.buffer_type<l1>>, <interleaved>>
