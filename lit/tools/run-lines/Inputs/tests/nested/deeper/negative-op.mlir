// RUN: not ttmlir-opt --ttnn-deallocate %s 2>&1 | FileCheck %s
// CHECK: error: 'ttnn.deallocate' op
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
