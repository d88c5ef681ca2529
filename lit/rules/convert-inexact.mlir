// RUN: not tt-layout convert %s --to=strided 2>&1 | FileCheck %s --match-full-lines
// CHECK: {{.*}}convert-inexact.mlir:[[#@LINE+4]]:20: error: the grid is 3x2 cores with a memory each, and a strided memref is one memory [convert-inexact]
// CHECK: {{ +}}^~~~~~{{.*}}
// CHECK: {{.*}}: note: the memory of one core: memref<18x32xf32, strided<[32, 1]>, #tt.memory_space<l1>>
// RUN: not tt-layout convert '#ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>' --shape=8x64 --element=f16 --to=strided 2>&1 | FileCheck %s --check-prefix=SWIZZLE
func.func @f(%arg: tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), zero, <3x2>, memref<18x32xf32, #tt.memory_space<l1>>>>) {
  return
}
// SWIZZLE: <TEXT>:1:{{[0-9]+}}: error: the layout is swizzled: {{.*}} [convert-inexact]
