// draw --view=memory reads what memory reads: the default system by name, notation and file, an address in hexadecimal,
// resources, and what is live. 0x19400 is 103424.
// RUN: tt-layout memory --l1-base 0x19400 %s | FileCheck %s --check-prefix=BASE
// RUN: tt-layout draw --view memory --l1-base 0x19400 %s | FileCheck %s --check-prefix=DRAWN
// BASE: {{^}}L1 {{ *}}64 {{ *}}103424 {{ *}}1395712
// DRAWN: of 103,424..1,499,136
// RUN: printf 'blackhole\n' > %t.system
// RUN: tt-layout memory --system-desc %t.system %s | FileCheck %s --check-prefix=SYSTEM
// RUN: tt-layout draw --view memory --system-desc %t.system %s | FileCheck %s --check-prefix=PICTURE
// SYSTEM: {{^}}L1 {{ *}}130 {{ *}}98304
// PICTURE: L1: 130 banks
// RUN: printf '{"kind": "l1_small", "size": 4096}\n' > %t.res
// RUN: tt-layout draw --view memory --resources %t.res %s | FileCheck %s --check-prefix=SMALL
// SMALL: L1: 64 banks of 1,494,016 B
// RUN: printf '{"kind": "l1_small", "size": -1}\n' > %t.bad
// RUN: not tt-layout draw --view memory --resources %t.bad %s 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: .bad:1:30: error: size must be a number of bytes
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #tt.memory_space<l1>>>
func.func @f(%arg0: tensor<64x128xf32, #layout>) {
  %0 = "t.op"(%arg0) : (tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return
}
