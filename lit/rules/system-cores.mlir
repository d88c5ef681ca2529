// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Twice the same.
// CHECK: {{:[0-9]+:[0-9]+}}: error: core 0x0 is listed twice in the worker cores{{.*}}[system-cores]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x0] dram = [ 8x0]}}], [0], [3 : i32], [ 0x0x0x0]>} : () -> ()

// -----

// One worker too many.
// CHECK: {{:[0-9]+:[0-9]+}}: error: 3 worker cores, but the grid 1x2 of the chip has 2{{.*}}[system-cores]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1,  0x2] dram = [ 8x0]}}], [0], [3 : i32], [ 0x0x0x0]>} : () -> ()

// -----

// A grid without a core.
// CHECK: {{:[0-9]+:[0-9]+}}: error: the grid of a chip is 1x0, expected 1 to 4096 rows and columns [system-cores]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x0, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0], [3 : i32], [ 0x0x0x0]>} : () -> ()

// -----

// One for each place of the grid.
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0], [3 : i32], [ 0x0x0x0]>} : () -> ()
