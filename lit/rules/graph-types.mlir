// RUN: tt-layout tiled --graph %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
func.func @f(%a: tensor<8x64xf16>, %b: tensor<8x64xbf16>) {
// CHECK: :[[#@LINE+1]]:8: warning: operands have the types f16 and bf16; the result is f16 [graph-types]
  %0 = "ttir.add"(%a, %b) : (tensor<8x64xf16>, tensor<8x64xbf16>) -> tensor<8x64xf16>
  return
}
