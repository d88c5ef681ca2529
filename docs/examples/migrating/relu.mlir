// FileCheck --check-prefix=CHECK
#l1 = #tt.memory_space<l1> // cores
#dram = #ttnn.buffer_type<dram>
#tiled = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<1x1x!tt.tile<32x32, f32>, #l1>>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x96xf32, #dram>, <interleaved>>

func.func @relu(%a: tensor<33x32xf32, #tiled>, %b: tensor<64x96xf32, #rows>) {
  // CHECK: dtype = #tt.supportedDataTypes<{{.*}}>, #ttnn.memory_config<#dram, <<{{[0-9]+}}x3>>, <interleaved>>
  // CHECK-SAME: memref<2x3x!tt.tile<32x32, [[TYPE:.*]]>, #dram>
  %0 = "ttnn.relu"(%b) {dtype = #tt.supportedDataTypes<f32>} : (tensor<64x96xf32, #rows>) -> tensor<64x96xf32, #rows>
  return
}
