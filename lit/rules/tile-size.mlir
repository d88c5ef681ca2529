// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// No chip has 8x8 tiles.
// CHECK: tile-size.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: tile size 8x8 is not supported; expected one of 4x16, 16x16, 32x16, 4x32, 16x32, 32x32 [tile-size]
"t.op"() {a = !tt.tile<8x8, f32>} : () -> ()

// -----

// A supported size, but block floats need the whole tile.
// CHECK: tile-size.mlir:[[#@LINE+1]]:{{[0-9]+}}: warning: a tile of block floats (bfp_bf8) must be 32x32, found 16x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, bfp_bf8>} : () -> ()

// -----

// Fine for other types.
"t.op"() {a = !tt.tile<16x32, bf16>} : () -> ()

// -----

// A system supports only the sizes that it lists. It can be after the tile. Each size is reported once.
#list = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}, supported_data_types = [<f32>], supported_tile_sizes = [ 8x8,  32x32], num_cbs = 32}], [0], [3 : i32], [ 0x0x0x0]>
!small = !tt.tile<8x8, f32>
// CHECK: tile-size.mlir:[[#@LINE+1]]:19: warning: tile size 16x16 is not supported by the system; expected one of 8x8, 32x32 [tile-size]
!half = !tt.tile< 16x16, f32>
// CHECK: tile-size.mlir:[[#@LINE-4]]:9: note: the system is described here
// CHECK: tile-size.mlir:[[#@LINE+1]]:17: warning: tile size 2x2 is not supported by the system; expected one of 8x8, 32x32 [tile-size]
!two = !tt.tile<2x2, f32>
module attributes {tt.system_desc = #list} {
  "t.op"() {a = !tt.tile<16x16, bf16>, b = !tt.tile<32x32, bfp_bf8>} : () -> ()
}

// -----

// A definition that is not the system of a module has no effect.
#other = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}, supported_data_types = [<f32>], supported_tile_sizes = [ 32x32], num_cbs = 32}], [0], [3 : i32], [ 0x0x0x0]>
"t.op"() {a = !tt.tile<16x16, bf16>} : () -> ()
