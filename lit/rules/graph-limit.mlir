// RUN: not tt-layout tiled --graph %s --solve 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:
// CHECK: :[[#@LINE+1]]:14: error: tensors above rank 31 are not supported [graph-limit]
func.func @f(%a: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf16>) {
  return
}
