// RUN: tt-opt %s | diff %s -
// #ttnn.buffer_type: each form of any date is its own canonical text.

"t.op"() {a = #ttnn.buffer_type<dram>} : () -> ()
"t.op"() {a = #ttnn.buffer_type<l1>} : () -> ()
"t.op"() {a = #ttnn.buffer_type<system_memory>} : () -> ()
"t.op"() {a = #ttnn.buffer_type<l1_small>} : () -> ()
"t.op"() {a = #ttnn.buffer_type<trace>} : () -> ()
