// RUN: tt-layout show --json %s | FileCheck %s --check-prefix=ALL
// RUN: tt-layout show --json --name %%1 %s | FileCheck %s --check-prefix=ONE
// RUN: tt-layout show --json --name '#layout1' %s | FileCheck %s --check-prefix=ALIAS
// RUN: tt-layout show --json - < %s | FileCheck %s --check-prefix=ALL
// RUN: not tt-layout show --name %%arg9 %s 2>&1 | FileCheck %s --check-prefix=NONE
// ALL: [{"name":"%arg0","line":[[#@LINE+9]],"select":"%{{arg0|0}}","type":"tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>>",
// ALL-SAME: {"name":"%0","line":[[#@LINE+9]],"select":"%{{arg0|0}}","type":"tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x128xf32, #tt.memory_space<l1>>>>",
// ALL-SAME: }]
// ONE: {"name":"%1","line":{{[0-9]+}},"select":"%1","type":{{.*}}"grid_shape":[2,1]
// ALIAS: {"name":"#layout1","line":{{[0-9]+}},"select":"#layout1","type":{{.*}}"grid_shape":[2,1]
// NONE: has no tensor with a layout named '%arg9'
#l1_ = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1_>>
#layout1 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x128xf32, #l1_>>
func.func @f(%arg0: tensor<64x128xf32, #layout>, %arg1: tensor<64x128xf32>) {
  %0 = tensor.empty() : tensor<64x128xf32, #layout1>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout1>) -> tensor<64x128xf32, #layout1>
  return
}
