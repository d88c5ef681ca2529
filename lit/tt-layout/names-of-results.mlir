// RUN: tt-layout memory %s | FileCheck %s
// RUN: tt-layout show --name=%0#1 %s | FileCheck %s --check-prefix=SHOW
// RUN: not tt-layout show --name=%0#2 %s 2>&1 | FileCheck %s --check-prefix=NONE
// CHECK: %x {{ *}}12 L1
// CHECK: %0#0 {{ *}}13 L1
// CHECK: %0#1 {{ *}}13 L1
// CHECK: %1 {{ *}}15 L1
// SHOW: tensor<64x128xf32
// NONE: %0#2
#l1 = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1>>
func.func @f(%x: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %0:2 = "t.split"(%x) : (tensor<64x128xf32, #layout>)
      -> (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>)
  %1 = "ttir.add"(%0#0, %0#1) : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %1 : tensor<64x128xf32, #layout>
}
