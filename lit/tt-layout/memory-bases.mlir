// Addresses of L1 and DRAM that a user gives.
// RUN: not tt-layout noc --arch wormhole_b0 --core 0x0 --address 1499136 2>&1 | FileCheck %s --check-prefix=NOC
// RUN: not tt-layout noc --arch wormhole_b0 --core 0x0 --to 1x1 --address 1499136 2>&1 | FileCheck %s --check-prefix=NOC
// RUN: tt-layout noc --arch wormhole_b0 --core 0x0 --address 1499135
// NOC: address 0x16e000 is beyond the 1499136 bytes of L1 of a core of wormhole_b0
// RUN: not tt-layout move --from %s --to %s --from-base 1499136 2>&1 | FileCheck %s --check-prefix=MOVE
// MOVE: source: 4096 bytes at 1499136 end beyond the 1499136 bytes of the L1 of wormhole_b0
// RUN: not tt-layout move --from %s --to %s --from-base 103424 --to-base 103424 2>&1 | FileCheck %s --check-prefix=EQUAL
// EQUAL: the source at 103424..107520 and the destination at 103424..107520 overlap; both are reserved in every core
// RUN: not tt-layout move --from %s --to %s --from-base 103424 --to-base 107488 2>&1 | FileCheck %s --check-prefix=OVERLAP
// OVERLAP: the source at 103424..107520 and the destination at 107488..111584 overlap
// RUN: tt-layout move --from %s --to %s --from-base 103424 --to-base 107520
// RUN: not tt-layout stream --grid 9x9 'tensor<576x576xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<576x576xf32, #tt.memory_space<dram>>>>' 2>&1 | FileCheck %s --check-prefix=STREAM
// STREAM: a grid of 9x9 has more cores than a chip of wormhole_b0, which has 8x8
// RUN: tt-layout build --shape 640x640 --element f32 --grid 20x20 2>&1 | FileCheck %s --check-prefix=BUILD
// BUILD: a grid of 20x20 has 400 cores, and a chip has at most 140 (blackhole)
// RUN: tt-layout memory %s --dram-base 64 | FileCheck %s --check-prefix=DRAM
// DRAM: DRAM 12 64 1073741760
// DRAM: DRAM buffers start at 64
// RUN: not tt-layout memory %s --dram-base 65 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: the DRAM base 65 is not a multiple of 32 within the 1073741824 bytes of a bank
// RUN: not tt-layout memory %s --l1-base 1498112 --max-messages 1 2>&1 | FileCheck %s --check-prefix=ONE
// ONE-COUNT-1: error: Out of Memory
// ONE-NOT: error:
// ONE: 1 more buffers do not fit and are not reported (--max-messages)
#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #tt.memory_space<l1>>>
func.func @f(%x: tensor<64x128xf32, #l>) {
  %y = "t.op"(%x) : (tensor<64x128xf32, #l>) -> tensor<64x128xf32, #l>
}
