// RUN: tt-opt %s | diff %s -
// #ttcore.tensor_memory_layout: each form of any date is its own canonical text.

"t.op"() {a = #ttcore.tensor_memory_layout<interleaved>} : () -> ()
"t.op"() {a = #ttcore.tensor_memory_layout<sharded>} : () -> ()
