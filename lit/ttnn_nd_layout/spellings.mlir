// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.ttnn_nd_layout<<1x1x2>, memref<1x2x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <nd_sharded>>}
"t.op"() {a = #ttnn.ttnn_nd_layout<#ttcore.grid<1x1x2>, memref<1x2x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, #ttnn.tensor_memory_layout<nd_sharded>>} : () -> ()
