// RUN: tt-opt %s | diff %s -
// #tt.tensor_memory_layout: each form of any date is its own canonical text.

"t.op"() {a = #tt.tensor_memory_layout<none>} : () -> ()
"t.op"() {a = #tt.tensor_memory_layout<none_layout>} : () -> ()
"t.op"() {a = #tt.tensor_memory_layout<interleaved>} : () -> ()
"t.op"() {a = #tt.tensor_memory_layout<single_bank>} : () -> ()
"t.op"() {a = #tt.tensor_memory_layout<height_sharded>} : () -> ()
"t.op"() {a = #tt.tensor_memory_layout<width_sharded>} : () -> ()
"t.op"() {a = #tt.tensor_memory_layout<block_sharded>} : () -> ()
