// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// There is one description.
// CHECK: {{:[0-9]+:[0-9]+}}: error: chip description index 1 is out of range{{.*}}[system-indices]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [1], [3 : i32], [ 0x0x0x0]>} : () -> ()

// -----

// Shared by two chips.
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0]>} : () -> ()
