// RUN: not tt-layout tiled --graph %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :[[#@LINE+4]]:8: error: operation 'ttir.rellu' has no rule for tiled layouts; did you mean 'relu'? [graph-syntax]
// CHECK: fix: replace with 'relu'
func.func @f(%a: tensor<8x64xf16>) {
  %0 = "ttir.relu"(%a) : (tensor<8x64xf16>) -> tensor<8x64xf16>
  %1 = "ttir.rellu"(%0) : (tensor<8x64xf16>) -> tensor<8x64xf16>
  return
}
