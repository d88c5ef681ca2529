// A contradictory system description is an error at its position.
// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not tt-layout memory %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: sed 's/l1_unreserved_base = 1599136/l1_unreserved_base = 1024/' %s > %t.good
// RUN: tt-layout memory %t.good 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=error: --implicit-check-not=warning:
// GOOD: fits
// CHECK: memory-system.mlir:10:{{[0-9]+}}: error: l1_unreserved_base is 1599136, expected 0 to l1_size, 1499136 [memory-system]
#l1 = #tt.memory_space<l1>
module attributes {
  tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x1, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1599136, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [0x0], dram = [1x0]}, supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [0], [3 : i32], [0x0x0x0]>
} {
  func.func @f() {
    return
  }
}
