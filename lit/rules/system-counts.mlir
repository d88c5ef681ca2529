// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Two capabilities for a chip.
// CHECK: {{:[0-9]+:[0-9]+}}: error: 2 chip capabilities for 1 chip{{.*}}[system-counts]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0], [3 : i32, 3 : i32], [ 0x0x0x0]>} : () -> ()

// -----

// Two coordinates for three chips.
// CHECK: {{:[0-9]+:[0-9]+}}: error: 2 chip coordinates for 3 chips{{.*}}[system-counts]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0, 0], [3 : i32, 3 : i32, 3 : i32], [ 0x0x0x0,  0x0x0x1]>} : () -> ()

// -----

// A single coordinate for all.
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0]>} : () -> ()

// -----

// No coordinate at all.
// CHECK: {{:[0-9]+:[0-9]+}}: error: 0 chip coordinates for {{.*}}[system-counts]
"t.op"() {a = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], []>} : () -> ()
