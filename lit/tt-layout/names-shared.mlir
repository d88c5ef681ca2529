// One layout of values of two sections, which have devices of their own: what is shown has the name, the line and the
// device of the value that was asked for.
// RUN: tt-layout show --name=%1 %s | FileCheck %s --check-prefix=FIRST
// RUN: tt-layout show --name=%later %s | FileCheck %s --check-prefix=LATER
// RUN: tt-layout show --name=%later --json %s | FileCheck %s --check-prefix=JSON
// FIRST: name {{ *}}%1, line 14
// FIRST: device {{ *}}of the module, line 12
// LATER: name {{ *}}%later, line 20
// LATER: device {{ *}}of the module, line 19
// JSON: "name":"%later","line":20,"select":"%later",
#l = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #tt.memory_space<l1>>>
module attributes {d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} {
func.func @f(%arg0: tensor<64x128xf32, #l>) {
  %1 = "ttir.abs"(%arg0) : (tensor<64x128xf32, #l>) -> tensor<64x128xf32, #l>
  return
} }
// -----
#m = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, #tt.memory_space<l1>>>
module attributes {d = #tt.device<workerGrid = #tt.grid<4x4, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} {
func.func @g(%later: tensor<64x128xf32, #m>) {
  return
} }
