func.func @f(%x: tensor<1024x256xf16>,
    %w: tensor<256x512xf16, #tt.tiled_layout<stick, order = [1, 0]>>) -> tensor<1024x1xf16> {
  %e = tensor.empty() : tensor<1024x512xf16>
  %y = linalg.matmul ins(%x, %w : tensor<1024x256xf16>, tensor<256x512xf16, #tt.tiled_layout<stick, order = [1, 0]>>)
      outs(%e : tensor<1024x512xf16>) -> tensor<1024x512xf16>
  %s = "ttir.softmax"(%y) <{dimension = 1 : si32}> : (tensor<1024x512xf16>) -> tensor<1024x512xf16>
  %r = "tosa.reduce_sum"(%s) {axis = 1 : i32} : (tensor<1024x512xf16>) -> tensor<1024x1xf16>
  return %r : tensor<1024x1xf16>
}
