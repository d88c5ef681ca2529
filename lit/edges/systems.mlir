// RUN: not tt-opt --split-input-file --verify-only --max-errors=1000 %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// System descriptions: indices, counts, channels and cores, each beyond its end.
// CHECK: :[[#@LINE+3]]:135: error: chip description index 1 is out of range [0, 0] [system-indices]
// CHECK: :[[#@LINE+2]]:139: error: 1 chip capability for 2 chips, expected one for each [system-counts]
// CHECK: :[[#@LINE+1]]:131: note: the chips are listed here
"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = <8x8>, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1}], [0, 1], [<host_mmio>], [<0, 0, 0, 0>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:36: error: expected chip_desc for 'chip_descs', found '0' [syntax]
"t.op"() {a = #tt.system_desc<[], [0], [<host_mmio>], [<0, 0, 0, 0>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:114: error: chip description index 2 (and 1 more) is out of range [0, 1] [system-indices]
"t.op"() {a = #tt.system_desc<[<#tt.arch<wormhole_b0>, #tt.grid<8x8>>, <#tt.arch<wormhole_b0>, #tt.grid<8x8>>], [2, -1], [3, 3], [<0, 0, 0, 0>, <0, 0, 0, 1>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:128: error: both ends of a channel are chip 1, expected two chips [system-channels]
// CHECK: :[[#@LINE+2]]:140: error: a channel connects chip 2, but the system has 2 chips [system-channels]
// CHECK: :[[#@LINE+1]]:145: error: a channel connects chip -1, but the system has 2 chips [system-channels]
"t.op"() {a = #tt.system_desc<[<#tt.arch<wormhole_b0>, #tt.grid<8x8>>], [0, 0], [3, 3], [<0, 0, 0, 0>, <0, 0, 0, 1>], [<0, 1>, <1, 1>, <0, 2>, <-1, 0>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:149: error: an Ethernet core of a channel has coordinate -8, expected 0 or more [system-channels]
// CHECK: :[[#@LINE+2]]:171: error: a channel connects chip 5, but the system has 2 chips [system-channels]
// CHECK: :[[#@LINE+1]]:210: error: both ends of a channel are chip 0, expected two chips [system-channels]
"t.op"() {a = #tt.system_desc<[<#tt.arch<wormhole_b0>, #tt.grid<8x8>>], [0, 0], [3, 3], [<0, 0, 0, 0>, <0, 0, 0, 1>], [<[0, 8, 0], [1, 0, 0]>, <[0, -8, 0], [1, 0, 0]>, <[5, 8, 0], [1, 0, 0]>, <[], [1, 0, 0]>, <[0], [0]>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+3]]:149: error: an Ethernet core of a channel has coordinate -8, expected 0 or more [system-channels]
// CHECK: :[[#@LINE+2]]:169: error: both ends of a channel are chip 1, expected two chips [system-channels]
// CHECK: :[[#@LINE+1]]:201: error: a channel connects chip 7, but the system has 2 chips [system-channels]
"t.op"() {a = #tt.system_desc<[<#tt.arch<wormhole_b0>, #tt.grid<8x8>>], [0, 0], [3, 3], [<0, 0, 0, 0>, <0, 0, 0, 1>], [<0, [8, 0], 1, [0, 0]>, <0, [-8, 0], 1, [0, 0]>, <1, [8, 0], 1, [0, 0]>, <0, [], 7, []>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+4]]:153: error: 1 worker core, but the grid 1x2 of the chip has 2 [system-cores]
// CHECK: :[[#@LINE+3]]:62: note: the grid is here
// CHECK: :[[#@LINE+2]]:175: error: core 8x0 is listed twice in the dram cores [system-cores]
// CHECK: :[[#@LINE+1]]:169: note: first listed here
"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x2, l1_size = 1, num_dram_channels = 1, dram_channel_size = 1, physical_cores = {worker = [ 0x0] dram = [ 8x0,  8x0]}}], [0], [3], [<0, 0, 0, 0>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:162: error: core (0, -1) of the worker cores is negative [system-cores]
"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x2, l1_size = 1, num_dram_channels = 1, dram_channel_size = 1, physical_cores = {worker = [(0, 0), (0, -1)] dram = [(8, 0)]}}], [0], [3], [<0, 0, 0, 0>]>} : () -> ()

// -----

"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x2, l1_size = 1, num_dram_channels = 1, dram_channel_size = 1, physical_cores = {worker = [(0, 0), (0, 70000)] dram = [(8, 0), (0, 0)]}}], [0], [3], [<0, 0, 0, 0>]>} : () -> ()

// -----

"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x2, l1_size = 1, num_dram_channels = 1, dram_channel_size = 1, physical_cores = {worker = [(0, 0, 0), (0)] dram = [(4 x 5)]}}], [0], [3], [<0, 0, 0, 0>]>} : () -> ()

// -----

// CHECK: {{:[0-9]+:[0-9]+}}: error: the grid of a chip is 0x2, expected 1 to 4096 rows and columns [system-cores]
"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 0x2, l1_size = 1, num_dram_channels = 1, dram_channel_size = 1, physical_cores = {worker = [ 0x0] dram = [ 8x0]}}], [0], [3], [<0, 0, 0, 0>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:62: error: the grid of a chip is 4294967296x4294967296, expected 1 to 4096 rows and columns [system-cores]
"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 4294967296x4294967296, l1_size = 1, num_dram_channels = 1, dram_channel_size = 1, physical_cores = {worker = [ 0x0] dram = [ 8x0]}}], [0], [3], [<0, 0, 0, 0>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:62: error: the grid of a chip is 2x2x2, expected 1 to 4096 rows and columns [system-cores]
"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 2x2x2, l1_size = 1, num_dram_channels = 1, dram_channel_size = 1, physical_cores = {worker = [ 0x0x0] dram = [ 8]}}], [0], [3], [<0, 0, 0, 0>]>} : () -> ()

// -----

"t.op"() {a = #tt.system_desc<[{arch = <wormhole_b0>, grid = <8x8>, l1_size = 1, num_dram_channels = 12, dram_channel_size = 1, supported_tile_sizes = [ 4x16,  4x16,  32x32x32, (32 x 32), (16, 16)]}], [0], [<host_mmio>], [<0, 0, 0, 0>]>} : () -> ()

// -----

// CHECK: :[[#@LINE+4]]:78: error: 2 chip capabilities for 1 chip, expected one for each [system-counts]
// CHECK: :[[#@LINE+3]]:73: note: the chips are listed here
// CHECK: :[[#@LINE+2]]:86: error: 2 chip coordinates for 1 chip, expected a single one or one for each [system-counts]
// CHECK: :[[#@LINE+1]]:73: note: the chips are listed here
"t.op"() {a = #tt.system_desc<[<#tt.arch<wormhole_b0>, #tt.grid<8x8>>], [0], [3, 3], [<0, 0, 0, 0>, <0, 0, 0, 1>]>} : () -> ()
