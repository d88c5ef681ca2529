// RUN: not tt-layout tiled --graph %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
func.func @f(%a: tensor<8x64xf16>) {
// CHECK: :[[#@LINE+1]]:8: error: result of ttir.relu is {{.*}}, expected {{.*}} [graph-pinned]
  %0 = "ttir.relu"(%a) : (tensor<8x64xf16>) -> tensor<8x64xf16, #tt.tiled_layout<stick, order = [1, 0]>>
  return
}
