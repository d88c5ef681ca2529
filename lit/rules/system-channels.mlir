// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Back to its own chip.
// CHECK: {{:[0-9]+:[0-9]+}}: error: both ends of a channel are chip 0{{.*}}[system-channels]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0], [<[0, 0, 0], [0, 1, 0]>]>} : () -> ()

// -----

// No such chip.
// CHECK: {{:[0-9]+:[0-9]+}}: error: a channel connects chip 2{{.*}}[system-channels]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0], [<[0, 0, 0], [2, 1, 0]>]>} : () -> ()

// -----

// A negative core.
// CHECK: {{:[0-9]+:[0-9]+}}: error: an Ethernet core of a channel has coordinate -1{{.*}}[system-channels]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0], [<[0, 0, -1], [1, 1, 0]>]>} : () -> ()

// -----

// Ethernet cores count by themselves.
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0], [<[0, 8, 0], [1, 0, 25]>]>} : () -> ()
