// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:37: error: unknown architecture 'wormhole'{{.*}}[unknown-keyword]
"t.op"() {a = #tt<chip_desc{arch = <wormhole>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], num_cbs = 32}>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:73: error: expected an integer for 'l1_size'{{.*}}[syntax]
"t.op"() {a = #tt<chip_desc{arch = <wormhole_b0>, grid = 1x2, l1_size = big, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], num_cbs = 32}>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:63: error: expected 'l1_size'{{.*}}[missing-key]
"t.op"() {a = #tt<chip_desc{arch = <wormhole_b0>, grid = 1x2, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], num_cbs = 32}>} : () -> ()
