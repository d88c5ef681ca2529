// RUN: not tt-layout memory %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: tt-layout memory -Wno-memory-bounds %s 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not tt-layout memory -Werror=memory-bounds %s 2>&1 | FileCheck %s --check-prefix=ERROR
// OFF: fits {{ *}}yes

// CHECK: :[[#@LINE+4]]:3: warning: %a ends at 1499152, beyond the end of L1 at 1499136 [memory-bounds]
// CHECK: :[[#@LINE+4]]:3: warning: address 512 of %b is in the reserved region of L1, which ends at 1024 [memory-bounds]
// ERROR: :[[#@LINE+2]]:3: error: %a ends at 1499152
func.func @f() {
  %a = memref.alloc() {address = 1495056, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  %b = memref.alloc() {address = 512, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  "t.use"(%a, %b) : (memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>, memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>) -> ()
  return
}

// The last bytes, and the first ones.
func.func @g() {
  %a = memref.alloc() {address = 1495040, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  %b = memref.alloc() {address = 1024, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  "t.use"(%a, %b) : (memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>, memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>) -> ()
  return
}
