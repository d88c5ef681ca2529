// RUN: ttmlir-opt %s --verify-diagnostics
// expected-error@+1 {{expected (1, 1) grid shape for dram buffer type with interleaved memory layout}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
