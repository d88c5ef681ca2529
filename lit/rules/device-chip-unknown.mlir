// RUN: not tt-opt --verify-only --split-input-file --system-desc='[8, 8x8]' %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// The ids are 0..7.
// CHECK: {{:[0-9]+:[0-9]+}}: error: chip id 8 is not in the default system{{.*}}[device-chip-unknown]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [7, 8]>} : () -> ()

// -----

// The last chip.
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [6, 7]>} : () -> ()

// -----

// The system of the module goes first.
// CHECK: {{:[0-9]+:[0-9]+}}: error: chip id 2 is not in the system, which has 2 chips{{.*}}[device-chip-unknown]
module attributes {tt.system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 1x2, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, physical_cores = {worker = [ 0x0,  0x1] dram = [ 8x0]}}], [0, 0], [3 : i32, 3 : i32], [ 0x0x0x0]>} {
  "t.op"() {a = #tt.device<workerGrid = #tt.grid<1x4, (d0, d1) -> (d1 floordiv 2, d0, d1 mod 2)>, meshShape = 1x2, chipIds = [0, 2]>} : () -> ()
}
