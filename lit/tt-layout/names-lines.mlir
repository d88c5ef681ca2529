// The name of a result is that of its operation: the operation can have several lines, and an arrow in a string of its
// location is not part of its types. Operands have the types in their order, in both syntaxes.
// RUN: tt-layout show %s --name=%0 | FileCheck %s --check-prefix=LINES
// RUN: tt-layout show %s --name=%1 | FileCheck %s --check-prefix=LOCATION
// RUN: tt-layout show %s --name=%2#1 | FileCheck %s --check-prefix=SECOND
// RUN: not tt-layout show %s --name=%2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tt-layout show %s --name=@later/%3 | FileCheck %s --check-prefix=LATER
// RUN: tt-layout show %s --name=@later/%4 | FileCheck %s --check-prefix=LAST
// RUN: tt-layout show %s --name=%undefined | FileCheck %s --check-prefix=OPERAND
// OPERAND: logical{{ *}}8x16
// LINES: logical{{ *}}32x32
// LOCATION: logical{{ *}}64x64
// SECOND: logical{{ *}}16x16
// UNKNOWN: has no tensor with a layout named '%2'; its layouts: %0, %1, %2#0, %2#1
// LATER: logical{{ *}}32x32
// LAST: logical{{ *}}8x8
module {
  func.func @lines() {
    %0 =
      "t.u"() : () ->
      (tensor<32x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>>)
    %1 = "t.u"() : () -> tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>> loc("a -> b")
    %2:2 = "t.u"() : () -> (
      tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, #tt.memory_space<l1>>>>,
      tensor<16x16xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<16x16xf32, #tt.memory_space<l1>>>>)
    return
  }
  // func.func @comment(
  func.func @later() {
    %3 = "t.u"() {text = "func.func @string("} : () -> tensor<32x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>>
    %4 = "t.u"() : () -> tensor<8x8xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x8xf32, #tt.memory_space<l1>>>>
    t.use %3, %4 : tensor<32x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>>, tensor<8x8xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x8xf32, #tt.memory_space<l1>>>>
    "t.use"(%3, %undefined) : (i32, tensor<8x16xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x16xf32, #tt.memory_space<l1>>>>) -> ()
    return
  }
}
