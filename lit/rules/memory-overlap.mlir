// RUN: not tt-layout memory %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: tt-opt --verify-only %s

// The second buffer starts in the first one; after the fix-it, after its end.
// CHECK: :[[#@LINE+4]]:3: warning: %b at 107792..111888 overlaps %a (line [[#@LINE+3]]) at 103712..107808 by 16 B, {{.*}}[memory-overlap]
// CHECK: fix: place it at 107808, which is free while it is allocated
func.func @f() {
  %a = memref.alloc() {address = 103712, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  %b = memref.alloc() {address = 107792, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  "t.use"(%a, %b) : (memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>, memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>) -> ()
  return
}

// One after the other, and in the suppressed line; what suppresses nothing is a warning.
func.func @g() {
  // CHECK: :[[#@LINE+1]]:20: warning: unused suppression: 'memory-misaligned' is not reported here [unused-suppression]
  // tt-opt: allow(memory-misaligned)
  %a = memref.alloc() {address = 103712, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  "t.use"(%a) : (memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>) -> ()
  %b = memref.alloc() {address = 107792, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  // tt-opt: allow(memory-overlap) written by one core, read by another
  %c = memref.alloc() {address = 107792, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  "t.use"(%b, %c) : (memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>, memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>) -> ()
  return
}
// CHECK: fits {{ *}}no
