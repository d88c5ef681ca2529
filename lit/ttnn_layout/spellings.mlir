// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>}
"t.op"() {a = #ttnn.ttnn_layout<affine_map<(a, b) -> (a, b)>, #tt.grid<1x1>, memref<2x4x!tt.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, #ttnn.tensor_memory_layout<interleaved>>} : () -> ()
