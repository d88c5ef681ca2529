// RUN: not tt-opt --list-eras %s 2>&1 | FileCheck %s

#a = #tt.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>
// CHECK: :[[#@LINE+2]]:6: error: no version of tt-mlir read this text: shard is valid from 2025-03-11 to 2025-06-17 [syntax]
// CHECK: :[[#@LINE-2]]:6: note: layout is valid from 2024-07-11 to 2024-11-27
#b = #tt.shard<32x4>
