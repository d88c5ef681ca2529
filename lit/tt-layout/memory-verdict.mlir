// The verdict and the exit status follow from what is reported: a buffer beyond the end of L1 does not fit, a
// misaligned address is a warning only, and there is no plan of a module without layouts.
// RUN: not tt-layout memory %s 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not tt-layout memory --json %s 2>/dev/null | FileCheck %s --check-prefix=BEYOND-JSON
// RUN: not tt-layout report %s 2>/dev/null | FileCheck %s --check-prefix=BEYOND-PAGE
// RUN: tt-layout memory --addresses=ignore %s | FileCheck %s --check-prefix=FITS
// BEYOND: warning: %a ends at 1499152, beyond the end of L1 at 1499136
// BEYOND: fits {{ *}}no
// BEYOND-JSON: "messages":[{"severity":"warning"{{.*}}"fits":false
// BEYOND-PAGE: The program does not fit.
// FITS: fits {{ *}}yes
// RUN: sed 's/1495056/107793/' %s > %t.misaligned
// RUN: tt-layout memory %t.misaligned 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// MISALIGNED: warning: address 107793 of %a is not a multiple of 16, its alignment
// MISALIGNED: fits {{ *}}yes
// RUN: sed 's/memref.alloc.*/"t.op"() : () -> tensor<64x64xf32>/' %s > %t.none
// RUN: tt-layout memory %t.none | FileCheck %s --check-prefix=NONE
// RUN: tt-layout memory --json %t.none | FileCheck %s --check-prefix=NONE-JSON
// RUN: tt-layout report %t.none | FileCheck %s --check-prefix=NONE-PAGE
// RUN: tt-layout draw %t.none --view memory -o - | FileCheck %s --check-prefix=NONE-DRAWN
// NONE: fits {{ *}}nothing was planned: no value has a layout in device memory
// NONE: no tensor has a layout; of ttmlir-opt, --ttnn-layout
// NONE-JSON: "fits":null
// NONE-PAGE: Nothing was planned: no value has a layout in device memory.
// NONE-PAGE: no tensor has a layout; of ttmlir-opt, --ttnn-layout
// NONE-DRAWN: Memory on wormhole_b0: nothing was planned
// A buffer whose size is unknown: nothing says that it does not fit, and nothing that it does.
// RUN: echo 'func.func @f(%%a: tensor<?x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x32xf32, #tt.memory_space<l1>>>>) { return }' > %t.dynamic
// RUN: tt-layout memory %t.dynamic 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: tt-layout memory --json %t.dynamic 2>/dev/null | FileCheck %s --check-prefix=NONE-JSON
// RUN: tt-layout report %t.dynamic 2>/dev/null | FileCheck %s --check-prefix=DYNAMIC-PAGE
// RUN: tt-layout draw %t.dynamic --view memory -o - 2>/dev/null | FileCheck %s --check-prefix=DYNAMIC-DRAWN
// DYNAMIC: fits {{ *}}undecided: the size of 1 buffer is unknown
// DYNAMIC-PAGE: Whether the program fits is undecided
// DYNAMIC-PAGE: Every buffer whose size is known has an address.
// DYNAMIC-DRAWN: Memory on wormhole_b0: undecided, a size is unknown
// The plan without the addresses of the text is as undecided.
// RUN: sed 's/@f()/@f(%%a: tensor<?x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x32xf32, #tt.memory_space<l1>>>>)/; s/%%a =/%%b =/' %s > %t.both
// RUN: not tt-layout report %t.both --json 2>/dev/null | FileCheck %s --check-prefix=BOTH-JSON
// RUN: not tt-layout report %t.both 2>/dev/null | FileCheck %s --check-prefix=BOTH-PAGE
// BOTH-JSON: "alternatives":[{"change":"with addresses by first fit instead of those in the text","fits":null
// BOTH-PAGE: <td>with addresses by first fit instead of those in the text</td><td>undecided</td>
// Resources alone are planned.
// RUN: printf '{"kind": "circular_buffer", "size": 64}\n' > %t.resources
// RUN: tt-layout memory --resources %t.resources %t.none | FileCheck %s --check-prefix=FITS
func.func @f() {
  %a = memref.alloc() {address = 1495056, alignment = 16} : memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>
  return
}
