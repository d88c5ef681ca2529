// RUN: tt-layout memory %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not tt-layout memory -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: :[[#@LINE+4]]:3: warning: address 107793 of %a is not a multiple of 16, its alignment [memory-misaligned]
// CHECK: fix: place it at 107808, which is free while it is allocated
// ERROR: error: address 107793 of %a
func.func @f() {
  %a = memref.alloc() {address = 107793, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  "t.use"(%a) : (memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>) -> ()
  return
}

func.func @g() {
  %a = memref.alloc() {address = 107808, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  "t.use"(%a) : (memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>) -> ()
  return
}
// CHECK: fits {{ *}}yes
// ERROR: fits {{ *}}no
