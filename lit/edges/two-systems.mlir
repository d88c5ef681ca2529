// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Two systems in one text: what a tile may be is told where both say the same, and not where they differ.
// Beside it: the same once more.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
// CHECK: :[[#@LINE+1]]:24: warning: tile size 16x32 is not supported by the system; expected 32x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: the same, its tile sizes in another notation and twice.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [(32 x 32),  32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
// CHECK: :[[#@LINE+1]]:24: warning: tile size 16x32 is not supported by the system; expected 32x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: the same, the link in the notation of August 2024.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<0, [8, 0], 1, [0, 0]>]>} {}
// CHECK: :[[#@LINE+1]]:24: warning: tile size 16x32 is not supported by the system; expected 32x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: the same, the link in that of June 2024, from the other end.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<1, 0>]>} {}
// CHECK: :[[#@LINE+1]]:24: warning: tile size 16x32 is not supported by the system; expected 32x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: the same, the grid an attribute.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = <8x8>, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
// CHECK: :[[#@LINE+1]]:24: warning: tile size 16x32 is not supported by the system; expected 32x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: the same, its two chips described apart.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}, {arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 1], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
// CHECK: :[[#@LINE+1]]:24: warning: tile size 16x32 is not supported by the system; expected 32x32 [tile-size]
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: no link.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], []>} {}
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: one link more.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>, <[0, 8, 1], [1, 0, 1]>]>} {}
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: another tile size.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 16x16]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: one tile size more.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32,  16x16]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: another grid.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x9, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: another grid of the second chip.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}, {arch = <wormhole_b0>, grid = 8x9, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1}], [0, 1], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()

// -----

// Beside it: one chip.
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0, 0], [3, 3], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>} {}
module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 32x32]}], [0], [3], [ 0x0x0x0], []>} {}
"t.op"() {a = !tt.tile<16x32, f32>} : () -> ()
