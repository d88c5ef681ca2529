// Tensors with tiled layouts are counted by device_bytes: 524,288 and 512,000 B, in sticks of 128 B over the banks of DRAM.
// RUN: tt-layout memory --json %s | FileCheck %s
// RUN: tt-layout memory --json --system-desc blackhole %s | FileCheck %s --check-prefix=BH
// RUN: tt-layout memory %s | FileCheck %s --check-prefix=TABLE
// CHECK: {"name":"%a","line":12,"type":"tensor<1024x256xf16, #full>","memory_space":"dram","bytes_per_bank":43776,"bank_bytes":43776,"wasted_bytes":0,"address":1024,
// CHECK-SAME: {"name":"%b","line":12,{{.*}},"memory_space":"dram","bytes_per_bank":42752,"bank_bytes":42752,"wasted_bytes":0,"address":44800,
// CHECK-SAME: "line 12: the tiled layout of %a has no memory space; such tensors are counted in DRAM, with their sticks interleaved over all banks"
// 4096 and 4000 sticks over 8 banks
// BH: "bytes_per_bank":65536{{.*}}"bytes_per_bank":64000
// TABLE: %b {{ *}}12 DRAM {{ *}}42752
#full = #tt.tiled_layout<memref<4x1024x64xf16>, dim_map = [1, 0, 1], dense>
func.func @f(%a: tensor<1024x256xf16, #full>, %b: tensor<1000x200xf16, #tt.tiled_layout<stick>>) {
  "t.use"(%a, %b) : (tensor<1024x256xf16, #full>, tensor<1000x200xf16, #tt.tiled_layout<stick>>) -> ()
}
