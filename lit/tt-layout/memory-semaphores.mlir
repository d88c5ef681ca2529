// Global semaphores of the text: a page on each of their cores, until the end of the function.
// RUN: tt-layout memory %s | FileCheck %s
// RUN: tt-layout memory --json %s | FileCheck %s --check-prefix=JSON
// CHECK: L1 {{ *}}64 {{ *}}1024 {{ *}}1498112 {{ *}}4192 {{ *}}1493920 {{ *}}1493920
// CHECK: %x {{ *}}[[#X:]] L1 {{ *}}2048 {{ *}}0 {{ *}}1497088
// CHECK-NEXT: %all {{ *}}[[#X+1]] L1 {{ *}}32 {{ *}}28 {{ *}}1497056 {{ *}}[[#X+1]] {{ *}}[[#X+6]] global semaphore
// CHECK-NEXT: %some {{ *}}[[#X+2]] L1 {{ *}}32 {{ *}}28 {{ *}}1497024 {{ *}}[[#X+2]] {{ *}}[[#X+6]] global semaphore
// CHECK-NEXT: %old {{ *}}[[#X+3]] L1 {{ *}}32 {{ *}}28 {{ *}}1496992 {{ *}}[[#X+3]] {{ *}}[[#X+6]] global semaphore
// CHECK-NEXT: %y {{ *}}[[#X+5]] L1 {{ *}}2048 {{ *}}0 {{ *}}1494944
// CHECK-NEXT: %metal {{ *}}[[#X+11]] L1 {{ *}}32 {{ *}}28 {{ *}}104128 {{ *}}[[#X+11]] {{ *}}[[#X+12]] global semaphore
// JSON: "name":"%some",{{.*}}"type":"!ttnn.global_semaphore","memory_space":"l1","bytes_per_bank":32,"bank_bytes":16,{{.*}}"kind":"global_semaphore"
#cores = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (3,3)>, #ttnn.core_range<(5,5), (5,5)>]>
#l1 = #ttnn.buffer_type<l1>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,7)>]>>
module {
  func.func @main(%device: !ttnn.device, %x: tensor<256x256xbf16, #layout>) {
    %all = "ttnn.create_global_semaphore"(%device) <{core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>, initial_value = 10 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
    %some = "ttnn.create_global_semaphore"(%device) <{core_range_set = #cores, initial_value = 10 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
    %old = "ttnn.create_global_semaphore"() <{initial_value = 10 : ui32, core_range = #ttnn.core_range<(0,0), (7,7)>}> : () -> !ttnn.global_semaphore
    "ttnn.reset_global_semaphore"(%all) <{value = 0 : ui32}> : (!ttnn.global_semaphore) -> ()
    %y = "ttnn.relu"(%x) : (tensor<256x256xbf16, #layout>) -> tensor<256x256xbf16, #layout>
    return
  }
}
module {
  func.func @metal() {
    %metal = "ttmetal.create_global_semaphore"() <{address = 104128 : i64, initial_value = 0 : ui32, core_range = #ttmetal.core_range<0x0, 8x8>}> : () -> !ttmetal.global_semaphore
    return
  }
}
