// RUN: not tt-layout memory %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// CHECK: :[[#@LINE+3]]:3: error: Out of Memory: Not enough space to allocate 1048576 B L1 buffer {{.*}}[memory-capacity]
func.func @f() {
  %a = memref.alloc() : memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>
  %b = memref.alloc() : memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>
  "t.use"(%a, %b) : (memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>, memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>) -> ()
}

// One after the other.
func.func @g() {
  %a = memref.alloc() : memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>
  "t.use"(%a) : (memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>) -> ()
  memref.dealloc %a : memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>
  %b = memref.alloc() : memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>
  "t.use"(%b) : (memref<1x1x16x16x!tt.tile<32x32, f32>, #tt.shard<65536x4096>, #tt.memory_space<l1>>) -> ()
}
