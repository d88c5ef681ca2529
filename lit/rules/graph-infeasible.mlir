// RUN: not tt-layout tiled --graph %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
#turned = #tt.tiled_layout<stick, order = [1, 0]>
func.func @f(%a: tensor<8x64xf16>, %b: tensor<8x64xf16, #turned>) {
// CHECK: :[[#@LINE+1]]:8: error: arith.addf is infeasible: stick dims differ: {{.*}} [graph-infeasible]
  %0 = arith.addf %a, %b : tensor<8x64xf16>
// CHECK: :[[#@LINE-3]]:36: note: operand 1, '%b', is
  // tt-opt: allow(graph-infeasible) a restickify is inserted later
  %1 = arith.mulf %a, %b : tensor<8x64xf16>
  return
}
