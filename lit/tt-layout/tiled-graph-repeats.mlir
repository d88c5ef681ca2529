// Equal errors of a text are grouped by its check, and once only.
// RUN: not tt-layout tiled --graph %s 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: :5:71: error: order has dim 0 twice; expected each of 0 to 1 once [tiled-order]
// CHECK: :5:134: note: also used here
func.func @f(%a: tensor<4x64xf16, #tt.tiled_layout<stick, order = [0, 0]>>, %b: tensor<4x64xf16, #tt.tiled_layout<stick, order = [0, 0]>>) {
  return
}
