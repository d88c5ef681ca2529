// The chip of a module is known from its system, too: all commands use its cores, 8x7 here, where no device is written.
// RUN: tt-layout grids %s --name=%%wide --max=4 | FileCheck %s --check-prefix=GRIDS
// RUN: tt-layout place %s --name=%%wide | FileCheck %s --check-prefix=PLACE
// RUN: tt-layout show %s --name=%%wide | FileCheck %s --check-prefix=SHOW
// RUN: tt-layout convert %s --name=%%wide --to=ttnn | FileCheck %s --check-prefix=CONVERT
// RUN: tt-layout grids %s --name=%%deep --max=1 | FileCheck %s --check-prefix=DEEP
// RUN: not tt-layout place %s --name=%%large 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: tt-layout show %s --name=%%large 2>&1 | FileCheck %s --check-prefix=DROPPED
// RUN: tt-layout show %s --name=%%wide --json | FileCheck %s --check-prefix=JSON

// GRIDS: device a chip of the module's system, line [[#@LINE+11]]
// GRIDS: 1x56 56 2
// GRIDS: 2x7 14 8
// SHOW: cores [0, 0] to [7, 6]
// PLACE: 0x55 0 0 7,6
// CONVERT: <[#ttnn.core_range<(0,0), (6,7)>]>
// CONVERT-NOT: assumed
// DEEP: 1x8x7 56
// LARGE: error: {{.*}}8x8
// DROPPED: a chip of the module's system, line [[#@LINE+2]]
// DROPPED-NEXT: grid 8x8 does not fit device grid 8x7: 64 cores of 56
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64-pc-linux"}], [{arch = <wormhole_b0>, grid = 8x7, coord_translation_offsets = 18x18, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16, 16x16, 32x16, 4x32, 16x32, 32x32], dst_physical_size_tiles = 16, num_cbs = 32, num_compute_threads = 1, num_datamovement_threads = 2}], [0], [1 : i32], [ 0x0x0x0]>
#layout = #ttcore.metal_layout<logical_shape = 64x1792, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded>
#layout3 = #ttcore.metal_layout<logical_shape = 4x256x448, dim_alignments = 1x32x32, collapsed_intervals = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, undef, l1, sharded>
module attributes {ttcore.system_desc = #system} {
  func.func @f(%wide: tensor<1x56x2x1x!ttcore.tile<32x32, f32>, #layout>,
               %large: tensor<8x8x8x224xf32, #layout>,
               %deep: tensor<1x1x1x4x8x14x!ttcore.tile<32x32, f32>, #layout3>) {
    return
  }
}
// JSON: "device":{"name":null,"line":[[#@LINE-10]]}
