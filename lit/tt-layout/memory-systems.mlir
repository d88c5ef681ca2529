// Each module is planned on its own system, each section with its own aliases.
// RUN: not tt-layout memory %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err
// RUN: not tt-layout memory --json %s 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: tt-layout draw --view memory %s | FileCheck %s --check-prefix=DRAW
// CHECK: systems {{ *}}3
// CHECK: wormhole_b0, system of line 28:
// CHECK: L1 {{ *}}1 {{ *}}1024 {{ *}}1498112 {{ *}}4096
// CHECK: blackhole, system of line 33:
// CHECK: DRAM {{ *}}8
// CHECK: L1 {{ *}}1 {{ *}}1024 {{ *}}4096 {{ *}}4096 {{ *}}0 {{ *}}0
// CHECK: wormhole_b0, for modules without a system description:
// CHECK: L1 {{ *}}64 {{ *}}1024 {{ *}}1498112 {{ *}}8192
// CHECK: %x {{ *}}29 L1 {{ *}}4096 {{ *}}0 {{ *}}1495040
// CHECK: %0 {{ *}}35 L1 {{ *}}4096 {{ *}}0 {{ *}}-
// CHECK: %z {{ *}}44 L1 {{ *}}8192
// CHECK: assumed     no system description: the default one of wormhole_b0
// CHECK: system of line 33: L1 buffers start at 1024
// ERR: :35:7: error: Out of Memory: Not enough space to allocate 32768 B L1 buffer across 8 banks, where each bank needs to store 4096 B, but bank size is 4096 B (allocated: 4096 B, free: 0 B, largest free block: 0 B)
// JSON: {"type":"L1","arch":"blackhole","system":33,"banks":1,
// JSON: {"name":"%z",{{.*}},"system":null}
// DRAW: Memory on 3 systems: the program does not fit
// DRAW: blackhole, system of line 33, L1: 1 bank of 4,096 B
#l1 = #tt.memory_space<l1>
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>
!t = tensor<64x128xf32, #a>
module {
  module @wormhole attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x1, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 64, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [0x0], dram = [1x0]}, supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [0], [3 : i32], [0x0x0x0]>} {
    func.func @f(%x: !t) -> !t {
      return %x : !t
    }
  }
  module @small attributes {tt.system_desc = #tt.system_desc<[{arch = <blackhole>, grid = 1x1, l1_size = 5120, num_dram_channels = 8, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 64, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [0x0], dram = [1x0]}, supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [0], [3 : i32], [0x0x0x0]>} {
    func.func @g(%y: !t) -> !t {
      %0 = "t.x"(%y) : (!t) -> !t
      return %0 : !t
    }
  }
}
// -----
#l1 = #tt.memory_space<l1>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x64xf32, #l1>>
!t = tensor<64x256xf32, #b>
func.func @h(%z: !t) -> !t {
  return %z : !t
}
