// RUN: tt-layout memory %s | FileCheck %s
// RUN: tt-layout memory --json %s | FileCheck %s --check-prefix=JSON
// RUN: tt-layout memory --json --at 31 %s | FileCheck %s --check-prefix=AT
// RUN: tt-layout memory --system-desc blackhole %s | FileCheck %s --check-prefix=BH
// RUN: not tt-layout memory --l1-base 1494976 %s 2>&1 | FileCheck %s --check-prefix=OOM
// RUN: not tt-layout memory --l1-base 3 %s 2>&1 | FileCheck %s --check-prefix=BASE
// RUN: not tt-layout memory 2>&1 | FileCheck %s --check-prefix=USAGE
// CHECK: arch {{ *}}wormhole_b0
// CHECK: fits {{ *}}yes
// CHECK: DRAM {{ *}}12 {{ *}}1024 {{ *}}1073740800 {{ *}}3072 {{ *}}1073737728 {{ *}}1073737728
// CHECK: L1 {{ *}}64 {{ *}}1024 {{ *}}1498112 {{ *}}8192
// CHECK: %arg0 {{ *}}30 L1 {{ *}}4096 {{ *}}0 {{ *}}1495040 {{ *}}30 {{ *}}32
// CHECK: %1 {{ *}}32 L1 {{ *}}4096 {{ *}}0 {{ *}}1490944 {{ *}}32 {{ *}}34  in %0
// CHECK: assumed {{ *}}no system description
// JSON: "arch":"wormhole_b0","banks":[{"type":"DRAM","banks":12,"base":1024,"size":1073740800,
// JSON-SAME: {"type":"L1","banks":64,"base":1024,"size":1498112,"allocated":8192,"peak":8192,"free":1489920,"largest_free":1489920,"peak_line":31,"idle_bytes":458752,"chips":1}
// JSON-SAME: {"name":"%arg0","line":30,"type":"tensor<64x128xf32, #layout>","memory_space":"l1","bytes_per_bank":4096,"bank_bytes":4096,"wasted_bytes":0,"address":1495040,"first":30,"last":32,"shares":null,"kind":"tensor","placed":false,"alignment":null,"first_fit_address":null,"idle_bytes":229376,"chips":1,"resource":null}
// JSON-SAME: "fits":true
// AT: "at":31
// AT-SAME: {"address":1490944,"size":4096,"allocated":true},{"address":1495040,"size":4096,"allocated":true}
// BH: arch {{ *}}blackhole
// BH: L1 {{ *}}130 {{ *}}98304
// OOM: :31:3: error: Out of Memory: Not enough space to allocate 32768 B L1 buffer across 8 banks, where each bank needs to store 4096 B, but bank size is 4160 B (allocated: 4096 B, free: 64 B, largest free block: 64 B)
// OOM: note: the bank holds %arg0 (line 30): 4096 B at 1495040, from line 30 to 32
// BASE: the L1 base 3 is not a multiple of 32
// USAGE: missing argument: expected FILE or --replay
#l1 = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x4>, memref<32x32xf32, #l1>>
#host = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<dram>>>
func.func @forward(%arg0: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #host> {
  %0 = ttir.empty() : tensor<64x128xf32, #layout>
  %1 = "ttir.relu"(%arg0, %0) : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  %2 = ttir.empty() : tensor<64x128xf32, #host>
  %3 = ttir.to_layout %1, %2 : tensor<64x128xf32, #layout> into tensor<64x128xf32, #host> -> tensor<64x128xf32, #host>
  return %3 : tensor<64x128xf32, #host>
}
