// --name finds values by the marks of the text: definitions and uses, also of operands whose definition has no type here.
// RUN: tt-layout show %s --name=@f/%w | FileCheck %s --check-prefix=B32
// RUN: tt-layout show %s --name=@f/%r | FileCheck %s --check-prefix=B32
// RUN: tt-layout show %s --name=@f/%first | FileCheck %s --check-prefix=B64
// RUN: tt-layout show %s --name=@f/%q | FileCheck %s --check-prefix=B64
// RUN: tt-layout show %s --name=@f/%0#1 | FileCheck %s --check-prefix=B96
// RUN: tt-layout show %s --name='@g h/%inner' | FileCheck %s --check-prefix=B64
// RUN: tt-layout show %s --name='@g h/%arg' | FileCheck %s --check-prefix=B128
// RUN: tt-layout show %s --name='@g h/%bb' | FileCheck %s --check-prefix=B96
// RUN: not tt-layout show %s --name=@f/%filled 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tt-layout show %s --name=@f/%0#2 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tt-layout show %s --name=%arg0 2>&1 | FileCheck %s --check-prefix=NONE
// B32: logical{{ *}}32x32
// B64: logical{{ *}}64x64
// B96: logical{{ *}}96x96
// B128: logical{{ *}}128x128
// NONE: has no tensor with a layout named
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
#b = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
#c = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<96x96xf32, #tt.memory_space<l1>>>
#d = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<128x128xf32, #tt.memory_space<l1>>>
func.func @f() {
  %w = t.source
  %r = arith.negf %w : tensor<32x32xf32, #a>
  // One type for one operand, but only the result has it: tensor<32x32xf32, #a> : %arg0
  %filled_ = tensor.splat %filled : tensor<32x32xf32, #a>
  %first, %second = "t.two"() {callee = @"g h"::@f} : () -> (tensor<64x64xf32, #b>, tensor<32x32xf32, #a>)
  %0:2 = t.split %q : tensor<64x64xf32, #b> -> (tensor<32x32xf32, #a>, tensor<96x96xf32, #c>)
  t.use %0#1, "%arg0 : tensor<32x32xf32, #a>" {x = #a}
  return %q : tensor<64x64xf32, #b>
}
func.func @"g h"(%arg: tensor<128x128xf32, #d>) {
  "t.region"() ({
    %inner = math.absf %arg2 : tensor<64x64xf32, #b>
    t.yield
  }) : () -> ()
  cf.br ^next(%arg : tensor<128x128xf32, #d>)
^next(%bb: tensor<96x96xf32, #c>):
  return
}
