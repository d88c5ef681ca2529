// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:601: error: expected an integer for 'chip_desc_indices', found 'zero'{{.*}}[syntax]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], num_cbs = 32}], [zero], [3 : i32], [ 0x0x0x0]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:598: error: expected a list in [ ] for 'chip_desc_indices'{{.*}}[syntax]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], num_cbs = 32}]>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:15: error: system_desc is empty; a script has to replace this placeholder before the text is parsed [missing-key]
"t.op"() {a = #tt.system_desc<>} : () -> ()
