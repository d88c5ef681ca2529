// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: tt-opt --verify-only --split-input-file -Wlayout-device-fit %s 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: an extent of layout grid 1x64 {{.*}}a device that holds it: #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, meshShape = 1, chipIds = [0]> [layout-device-fit]

// 128 shards, 64 cores.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: layout grid 8x16 has 128 cores, but the largest device of rank 2 has 64 (8x8){{.*}}[layout-device-fit]
module {
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = tensor<256x512xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x16>, memref<32x32xf32, #tt.memory_space<l1>>>>} : () -> ()
}

// -----

// 64 shards.
module {
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = tensor<256x512xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<32x64xf32, #tt.memory_space<l1>>>>} : () -> ()
}

// -----

// 64 shards in one row: legal (tensor-layout specification, Multi-core); a remark where asked for.
module {
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = tensor<256x512xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x64>, memref<256x8xf32, #tt.memory_space<l1>>>>} : () -> ()
}
