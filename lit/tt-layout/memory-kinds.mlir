// The chips of a system are of several kinds: each is planned on its own, of those that the devices have.
// RUN: not tt-layout memory %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err
// RUN: not tt-layout memory --json %s 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: tt-layout draw --view memory %s | FileCheck %s --check-prefix=DRAW
// RUN: printf '{"kind": "circular_buffer", "size": 64}' > %t.jsonl
// RUN: not tt-layout memory --resources %t.jsonl %s 2>/dev/null | FileCheck %s --check-prefix=RESOURCES
// RUN: sed 's/attributes {/&tt.device = #tt.device<workerGrid = #tt.grid<1x1, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>, /' %s > %t.first
// RUN: tt-layout memory %t.first | FileCheck %s --check-prefix=FIRST
// RUN: sed 's/attributes {/&tt.device = #tt.device<workerGrid = #tt.grid<1x1, (d0, d1) -> (0, d0, d1)>, meshShape = 2, chipIds = [1, 2]>, /' %s > %t.second
// RUN: not tt-layout memory %t.second 2>/dev/null | FileCheck %s --check-prefix=SECOND
// RUN: grep -o '#tt.system_desc<\[{arch.*0x0x2\]>' %s > %t.desc && sed 's/attributes {tt.*{$/{/' %s > %t.plain
// RUN: not tt-layout memory --system-desc %t.desc %t.plain 2>/dev/null | FileCheck %s --check-prefix=OPTION
// CHECK: systems {{ *}}2
// CHECK: fits {{ *}}no
// CHECK: wormhole_b0, system of line [[#LINE:]]:
// CHECK: L1 {{ *}}1 {{ *}}1024 {{ *}}1498112 {{ *}}8192
// CHECK: blackhole, system of line [[#LINE]]:
// CHECK: DRAM {{ *}}8
// CHECK: L1 {{ *}}1 {{ *}}1024 {{ *}}7168 {{ *}}4096
// CHECK: wormhole_b0, system of line [[#LINE]]:
// CHECK-NEXT: %x {{ *}}[[#LINE+1]] L1 {{ *}}4096 {{ *}}0 {{ *}}1495040
// CHECK-NEXT: %y {{ *}}[[#LINE+2]] L1 {{ *}}4096 {{ *}}0 {{ *}}1490944
// CHECK-NEXT: %z {{ *}}[[#LINE+3]] L1 {{ *}}4096 {{ *}}0 {{ *}}1490944 {{.*}} in %y
// CHECK-NEXT: blackhole, system of line [[#LINE]]:
// CHECK-NEXT: %x {{ *}}[[#LINE+1]] L1 {{ *}}4096 {{ *}}0 {{ *}}4096
// CHECK-NEXT: %y {{ *}}[[#LINE+2]] L1 {{ *}}4096 {{ *}}0 {{ *}}-
// CHECK: line [[#LINE]]: the chips are of 2 kinds; each is planned on its own, in
// ERR-COUNT-1: error: Out of Memory{{.*}} but bank size is 7168 B (allocated: 4096 B, free: 3072 B,
// JSON: {"type":"L1","arch":"blackhole","system":{{[0-9]+}},"banks":1,
// JSON: {"name":"%x",{{.*}}"address":1495040,{{.*}}{"name":"%x",{{.*}}"address":4096,
// DRAW: Memory on 2 systems: the program does not fit
// RESOURCES: resource {{ *}}1 {{ *}}- {{ *}}L1 {{ *}}64 {{ *}}0 {{ *}}1024
// RESOURCES: resource {{ *}}1 {{ *}}- {{ *}}L1 {{ *}}64 {{ *}}0 {{ *}}1024
// FIRST: fits {{ *}}yes
// FIRST: L1 {{ *}}1 {{ *}}1024 {{ *}}1498112
// FIRST-NOT: blackhole
// SECOND: arch {{ *}}blackhole
// SECOND: L1 {{ *}}1 {{ *}}1024 {{ *}}7168
// SECOND-NOT: kinds
// OPTION: systems {{ *}}2
// OPTION: assumed {{ *}}the chips are of 2 kinds; each is planned on its own
#l1 = #tt.memory_space<l1>
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>
!t = tensor<64x128xf32, #a>
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x1, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 64, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [0x0], dram = [1x0]}, supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}, {arch = <blackhole>, grid = 1x1, l1_size = 8192, num_dram_channels = 8, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 64, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [0x0], dram = [1x0]}, supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [0, 1, 1], [3 : i32, 0 : i32, 0 : i32], [0x0x0x0, 0x0x0x1, 0x0x0x2]>} {
  func.func @f(%x: !t) -> !t {
    %y = "t.x"(%x) : (!t) -> !t
    %z = "ttir.view_layout"(%y) : (!t) -> !t
    return %x : !t
  }
}
