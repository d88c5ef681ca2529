// RUN: printf '{"kind": "circular_buffer", "size": 1494048}\n' > %t.clash
// RUN: not tt-layout memory --resources %t.clash %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :[[#@LINE+8]]:1: error: Statically allocated circular buffers in program 0 clash with L1 buffers {{.*}}[memory-circular-buffers]
// RUN: printf '{"kind": "circular_buffer", "size": 1499000}\n' > %t.grow
// RUN: not tt-layout memory --resources %t.grow %s 2>&1 | FileCheck %s --check-prefix=GROW
// GROW: .grow:1:1: error: Statically allocated circular buffers {{.*}} grow to 1500024 B which is beyond max L1 size of 1499136 B [memory-circular-buffers]

// They end where %x begins.
// RUN: printf '{"kind": "circular_buffer", "size": 1494016}\n' > %t.touch
// RUN: tt-layout memory --resources %t.touch %s 2>&1 | FileCheck %s --check-prefix=TOUCH --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
func.func @f(%x: tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #tt.memory_space<l1>>>>) {
  "t.use"(%x) : (tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #tt.memory_space<l1>>>>) -> ()
}
// TOUCH: fits {{ *}}yes
