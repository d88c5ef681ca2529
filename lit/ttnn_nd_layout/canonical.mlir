// RUN: tt-opt %s | diff %s -
// #ttnn.ttnn_nd_layout: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.ttnn_nd_layout<<1x1x2>, memref<1x2x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <nd_sharded>>} : () -> ()
"t.op"() {a = #ttnn.ttnn_nd_layout<<1x1x2>, memref<1x2x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <nd_sharded>, <row_major>, <round_robin_1d>>} : () -> ()
