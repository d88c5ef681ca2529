// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Rank 3 on a device of rank 2.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: layout grid 1x1x1 has rank 3, but the device of the module has rank 2 (8x8){{.*}}[layout-device-rank]
module {
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <1x1x1>, memref<2x8x32xf32, #tt.memory_space<l1>>>>} : () -> ()
}

// -----

// The device may come later.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: layout grid 1x1x1 has rank 3{{.*}}[layout-device-rank]
module {
  "t.op"() {a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <1x1x1>, memref<2x8x32xf32, #tt.memory_space<l1>>>>} : () -> ()
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
}

// -----

// One device of this rank.
module {
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <1x1x1>, memref<2x8x32xf32, #tt.memory_space<l1>>>>} : () -> ()
  tt.device @cube = <workerGrid = #tt.grid<1x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 1x1x1, chipIds = [0]>
}

// -----

// No device.
module {
  "t.op"() {a = tensor<2x8x32xf32, #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <1x1x1>, memref<2x8x32xf32, #tt.memory_space<l1>>>>} : () -> ()
}
