// Operations of a module as a graph: custom and generic syntax, several dialects.
// RUN: tt-layout tiled --graph %s --solve | FileCheck %s
//      CHECK: %x {{.*}}dim_map = [0, 1, 0], dense>>
//      CHECK: %w {{.*}}dim_map = [0, 1, 0], dense>>
//  CHECK-NOT: %e
//      CHECK: %y {{.*}}tensor<1024x512xf16, #tt.tiled_layout<memref<16x512x64xf16>, dim_map = [0, 1, 0], dense>>
//      CHECK: %t {{.*}}tensor<512x1024xf16, #tt.tiled_layout<memref<16x512x64xf16>, dim_map = [1, 0, 1], dense>>
//      CHECK: %c {{.*}}tensor<1024x1024xf16
//      CHECK: %s {{.*}}tensor<1024x1024xf16
//      CHECK: %r {{.*}}tensor<1024x1xf16
//      CHECK: %v {{.*}}tensor<1024xf16
//      CHECK: %q {{.*}}tensor<1024xf16
//      CHECK: %sm {{.*}}tensor<1024x512xf16
//      CHECK: %k {{.*}}tensor<1024x512xf32
//      CHECK: total 0 bytes, lower bound 0 bytes: optimal

// Without --solve, inputs have the default layout. Messages are at the operation.
// RUN: not tt-layout tiled --graph %s 2>&1 | FileCheck %s --check-prefix=PLAIN
//      PLAIN: tiled-graph-module.mlir:[[# @LINE + 7]]:8: error: linalg.matmul is infeasible: stick dims 1 and 0 of a matmul are neither both last nor both last but one
//      PLAIN: tiled-graph-module.mlir:[[# @LINE + 4]]:14: note: operand 0, '%x', is tensor<1024x256xf16
//      PLAIN: tiled-graph-module.mlir:[[# @LINE + 5]]:8: note: restickify '%w' to tensor<256x512xf16, #tt.tiled_layout<memref<8x256x64xf16>, dim_map = [1, 0, 1], dense>>

#w = #tt.tiled_layout<memref<4x512x64xf16>, dim_map = [0, 1, 0], dense>
func.func @f(%x: tensor<1024x256xf16>, %w: tensor<256x512xf16, #w>) -> tensor<1024xf16> {
  %e = tensor.empty() : tensor<1024x512xf16>
  %y = linalg.matmul ins(%x, %w : tensor<1024x256xf16>, tensor<256x512xf16, #w>) outs(%e : tensor<1024x512xf16>) -> tensor<1024x512xf16>
  %et = tensor.empty() : tensor<512x1024xf16>
  %t = linalg.transpose ins(%y : tensor<1024x512xf16>) outs(%et : tensor<512x1024xf16>) permutation = [1, 0]
  %c = tensor.concat dim(1) %y, %y : (tensor<1024x512xf16>, tensor<1024x512xf16>) -> tensor<1024x1024xf16>
  %s = "ttir.softmax"(%c) <{dimension = 1 : si32}> : (tensor<1024x1024xf16>) -> tensor<1024x1024xf16>
  %r = "tosa.reduce_sum"(%s) {axis = 1 : i32} : (tensor<1024x1024xf16>) -> tensor<1024x1xf16>
  %v = "ttir.reshape"(%r) <{shape = [1024 : i32]}> : (tensor<1024x1xf16>) -> tensor<1024xf16>
  %er = tensor.empty() : tensor<1024xf16>
  %q = linalg.reduce { arith.addf } ins(%y : tensor<1024x512xf16>) outs(%er : tensor<1024xf16>) dimensions = [1]
  %sm = linalg.softmax dimension(1) ins(%y : tensor<1024x512xf16>) outs(%e : tensor<1024x512xf16>) -> tensor<1024x512xf16>
  %k = arith.extf %sm : tensor<1024x512xf16> to tensor<1024x512xf32>
  return %v : tensor<1024xf16>
}
