// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=fix:

// A fix-it never changes a value or the number of results: where that is not certain there is none.
// CHECK: :[[#@LINE+1]]:50: error: expected a result of the map after ',', found ')' [syntax]
#a = #tt.metal_layout<(d0, d1) -> (d0 * 64 + d1, ), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+1]]:62: error: expected ')' or an operator, found '8' [syntax]
#a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1  8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>

// -----
// CHECK: :[[#@LINE+1]]:68: error: expected a type, found 'x1' [syntax]
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1xx1!tt.tile<32x32, f32>, #tt.memory_space<l1>>>

// -----
// A bare word in the memory space of a memref: the alias of it, or its attribute.
// CHECK: :[[#@LINE+2]]:77: error: expected a memory space, found 'l1' [syntax]
// CHECK: :[[#@LINE+1]]:77: note: fix: write '#tt.memory_space<l1>'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, l1>>

// -----
#l1_ = #tt.memory_space<l1>
// CHECK: :[[#@LINE+2]]:24: error: expected a memory space, found 'l1' [syntax]
// CHECK: :[[#@LINE+1]]:24: note: fix: write '#l1_'
#a = memref<64x64xf32, l1>

// -----
// CHECK: :[[#@LINE+2]]:45: error: expected two coordinates in core_range; write '(0,0), (7,0)' [syntax]
// CHECK: :[[#@LINE+1]]:45: note: fix: write '(0,0), (7,0)'
#a = #ttnn.core_range_set<[#ttnn.core_range<0,0, 7,0>]>

// -----
// After a redefinition the name that the results use is meant; if they do not use it, that is not known.
// CHECK: :[[#@LINE+2]]:28: error: redefinition of identifier 'd0' [affine-redefined]
// CHECK: :[[#@LINE+1]]:28: note: fix: replace with 'd1'
#a = #tt.metal_layout<(d0, d0) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+1]]:28: error: redefinition of identifier 'd0' [affine-redefined]
#a = #tt.metal_layout<(d0, d0) -> (d0, d0), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:59: error: expected 'x', found '*' [syntax]
// CHECK: :[[#@LINE+1]]:59: note: fix: replace with 'x'
"t.op"() {a = #tt<chip_desc{arch = <wormhole_b0>, grid = 1*2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0,  9x0] eth_inactive = [ 6x2]}, supported_data_types = [<f32>, <bf16>], supported_tile_sizes = [ 4x16,  32x32], num_cbs = 32}>} : () -> ()

// -----
// A number that no fix-it has space for: nothing is written.
// CHECK: :[[#@LINE+1]]:23: error: expected two coordinates in core_range [syntax]
#a = #ttnn.core_range<11111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111, 0, 7, 0>
