// RUN: tt-opt %s | diff %s -
// #ttnn.tensor_memory_layout: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.tensor_memory_layout<interleaved>} : () -> ()
"t.op"() {a = #ttnn.tensor_memory_layout<single_bank>} : () -> ()
"t.op"() {a = #ttnn.tensor_memory_layout<height_sharded>} : () -> ()
"t.op"() {a = #ttnn.tensor_memory_layout<width_sharded>} : () -> ()
"t.op"() {a = #ttnn.tensor_memory_layout<block_sharded>} : () -> ()
"t.op"() {a = #ttnn.tensor_memory_layout<nd_sharded>} : () -> ()
"t.op"() {a = #ttnn.tensor_memory_layout<none>} : () -> ()
