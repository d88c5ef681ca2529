#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
#shared = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
func.func @main(%arg0: tensor<64x64xf32, #layout>) {
  %0 = "t.op"() : () -> tensor<64x64xf32, #layout>
  func.call @g() : () -> ()
}
// func.func @comment(
func.func private @other(%arg0: tensor<64x64xf32, #layout>) {
  %0 = "t.op"() : () -> tensor<32x32xf32, #shared>
  %1 = "t.op"() : () -> tensor<32x16xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x16xf32, #tt.memory_space<l1>>>>
}
// -----
#shared = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<16x16xf32, #tt.memory_space<l1>>>
func.func @other(%arg0: tensor<16x16xf32, #shared>)
