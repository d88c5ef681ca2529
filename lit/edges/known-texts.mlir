// A text that was read before has another answer where the answer depends on the section.
// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// The size of the tile is not supported, so what follows from it is not reported.
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: tile size 8x8 is not supported
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<8x8, f32>, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The system has this size.
module attributes {tt.system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}, supported_data_types = [<f32>], supported_tile_sizes = [ 8x8,  32x32], num_cbs = 32}], [0], [3 : i32], [ 0x0x0x0]>} {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: memref shape 2x2 does not match the shard shape 8x8
  "t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<8x8, f32>, #tt.memory_space<l1>>>>} : () -> ()
}

// -----

// An alias that is another attribute here.
#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
"t.op"() {a = tensor<32x32xf32, #l>, b = tensor<32x32xf32, #l>} : () -> ()

// -----

#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<16x32xf32, #tt.memory_space<l1>>>
// CHECK: :[[#@LINE-1]]:{{[0-9]+}}: error: memref shape 16x32 does not match the shard shape 32x32
"t.op"() {a = tensor<32x32xf32, #l>, b = tensor<32x32xf32, #l>} : () -> ()

// -----

// A definition that comes again is where it stands now, and so is what its tensors leave.
#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
#w = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <64x1>, memref<1x1xf32, #tt.memory_space<l1>>>
"t.op"() {a = tensor<64x1xf32, #w>, b = tensor<32x32xf32, #l>} : () -> ()

// -----

// The layout suits its tensor, so that the other one is the position to change.
#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
#w = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <64x1>, memref<1x1xf32, #tt.memory_space<l1>>>
// CHECK: :[[#@LINE+3]]:15: warning: layout grid 64x1 has 64 cores, but the largest device of rank 2 has 16 (4x4)
// CHECK: :[[#@LINE-2]]:52: note: the grid of the layout is here
// CHECK: :[[#@LINE+1]]:68: error: memref shape 32x32 does not match the shard shape 16x32
"t.op"() {a = tensor<64x1xf32, #w>, b = tensor<32x32xf32, #l>, c = tensor<16x32xf32, #l>} : () -> ()
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<4x4, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} {}

// -----

// Each layout that no device holds is reported, also one whose text is known.
"t.op"() {a = tensor<64x1xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <64x1>, memref<1x1xf32, #tt.memory_space<l1>>>>,
          b = tensor<64x1xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <64x1>, memref<1x1xf32, #tt.memory_space<l1>>>>} : () -> ()
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<4x4, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} {}
// CHECK: :[[#@LINE-3]]:15: warning: layout grid 64x1 has 64 cores, but the largest device of rank 2 has 16 (4x4)
// CHECK: :[[#@LINE-3]]:15: note: also used here
