// RUN: tt-opt --list-eras %s | FileCheck %s
// RUN: tt-opt --list-eras - < %s | FileCheck %s

// Pieces are taken together: the form without a memory layout, and shards, under the name `tt`.
// CHECK: {{^}}2025-03-11 .. 2025-06-17{{$}}
// CHECK-NOT: {{.}}
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>>
// -----
#layout = #tt.shard<32x4>
