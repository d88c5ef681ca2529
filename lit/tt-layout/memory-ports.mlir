// A port of an operand in DRAM has a circular buffer that the compiler adds later: an assumption.
// RUN: tt-layout memory %s --json | FileCheck %s
// CHECK-COUNT-1: line 10: 1 port of d2m.generic has an operand in DRAM and no storage in L1; its circular buffer is not counted
// CHECK-NOT: no storage
#l1 = #ttcore.memory_space<l1>
#dram = #ttcore.memory_space<dram>
!d = memref<1x1x2x2x!ttcore.tile<32x32, f32>, #ttcore.shard<8192x4096, 1>, #dram>
!s = memref<1x1x2x2x!ttcore.tile<32x32, f32>, #ttcore.shard<8192x4096, 1>, #l1>
func.func @f(%a: !d, %b: !s) {
  d2m.generic {block_factors = [1, 1], grid = #ttcore.grid<1x1>, threads = [#d2m.thread<compute>]}
      ins(%a : !d)
      outs(%b : !s) {
  ^compute0(%cb0: !d2m.cb<memref<2x2x!ttcore.tile<32x32, f32>, #l1>>, %cb1: !d2m.cb<memref<2x2x!ttcore.tile<32x32, f32>, #l1>>):
    %0 = d2m.wait %cb0 : <memref<2x2x!ttcore.tile<32x32, f32>, #l1>> -> memref<2x2x!ttcore.tile<32x32, f32>, #l1>
    d2m.yield
  }
  return
}
