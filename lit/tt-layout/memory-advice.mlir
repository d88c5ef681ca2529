// The buffers in the bank, by name and line, and the smallest sufficient changes. Each is verified: with %rhs on 1x3 cores the program
// fits, also in DRAM or with smaller tiles; slices are of the outermost extent of the shard.
// RUN: not tt-layout memory %s 2>&1 >/dev/null | FileCheck %s
// CHECK: :[[#@LINE+17]]:3: error: Out of Memory: Not enough space to allocate 1048576 B L1 buffer across 1 banks, where each bank needs to store 1048576 B, but bank size is 1498112 B (allocated: 1048576 B, free: 449536 B, largest free block: 449536 B)
// CHECK: :[[#@LINE+16]]:3: note: %rhs needs 1048576 B in each bank; the largest free block has 449536 B
// CHECK-NEXT: {{.*}} note: the bank holds %lhs (line [[#@LINE+14]]): 1048576 B at 450560, from line [[#@LINE+14]] to [[#@LINE+16]]
// CHECK: note: it would fit on a grid with last extents 1x3 instead of 1x1: 393216 B in each bank{{$}}
// CHECK-NEXT: {{.*}} note: it would fit with tiles of bfp_bf8: 278528 B in each bank{{$}}
// CHECK-NEXT: {{.*}} note: it would fit in DRAM, interleaved: 90112 B in each bank{{$}}
// CHECK-NEXT: {{.*}} note: it would fit in 3 slices along dim 0 of its shard: 6 of 16 at a time
// CHECK-NEXT: {{.*}} note: streamed with two buffers, a block can have 3 of 16 along dim 0
// Fragmentation: 7,168 B are free, the largest block has 4,096.
// CHECK: error: Out of Memory: {{.*}}(allocated: 1490944 B, free: 7168 B, largest free block: 4096 B)
// CHECK: note: %big needs 6144 B in each bank; the largest free block has 4096 B; enough is free, but fragmented
// CHECK-NEXT: {{.*}} note: the bank holds %most (line [[#@LINE+12]]): 1486848 B
// CHECK-NOT: error
#l1 = #tt.memory_space<l1>

func.func @f() {
  %lhs = memref.alloc() : memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #l1>
  %rhs = memref.alloc() : memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #l1>
  "t.use"(%lhs, %rhs) : (memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #l1>, memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #l1>) -> ()
}
func.func @g() {
  %a = memref.alloc() : memref<1024xf32, #l1>
  %b = memref.alloc() : memref<1024xf32, #l1>
  %most = memref.alloc() : memref<371712xf32, #l1>
  memref.dealloc %a : memref<1024xf32, #l1>
  %big = memref.alloc() : memref<1536xf32, #l1>
  "t.use"(%b, %most, %big) : (memref<1024xf32, #l1>, memref<371712xf32, #l1>, memref<1536xf32, #l1>) -> ()
}
