#l1 = #tt.memory_space<l1>
module attributes {tt.system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, supported_data_types = [<f32>], supported_tile_sizes = [32x32], num_cbs = 32}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>, <[0, 9, 0], [1, 1, 0]>]>} {
  tt.device @default_device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  func.func @f(%a: tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>>, %b: tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x4>, memref<64x32xf32, #tt.memory_space<dram>>>>) {
    return
  }
}
