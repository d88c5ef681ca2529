// RUN: tt-opt --verify-only --split-input-file -Wdevice-mesh-links %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// No channel at all.
// CHECK: {{:[0-9]+:[0-9]+}}: remark: chips 0 and 1 are neighbors in meshShape 1x2{{.*}}[device-mesh-links]
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<1x4, (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2)>, meshShape = 1x2, chipIds = [0, 1]>, tt.system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0]>} {
}

// -----

// A channel, in either direction.
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<1x4, (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2)>, meshShape = 1x2, chipIds = [0, 1]>, tt.system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0], [<[1, 0, 0], [0, 0, 0]>]>} {
}
