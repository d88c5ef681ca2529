// RUN: tt-opt %s | diff %s -
// #tt.memory_space, #ttcore.memory_space: each form of any date is its own canonical text.

"t.op"() {a = #tt.memory_space<system>} : () -> ()
"t.op"() {a = #tt.memory_space<mmio>} : () -> ()
"t.op"() {a = #tt.memory_space<dram>} : () -> ()
"t.op"() {a = #tt.memory_space<l1>} : () -> ()
"t.op"() {a = #tt.memory_space<dst>} : () -> ()
"t.op"() {a = #ttcore.memory_space<system>} : () -> ()
"t.op"() {a = #ttcore.memory_space<mmio>} : () -> ()
"t.op"() {a = #ttcore.memory_space<dram>} : () -> ()
"t.op"() {a = #ttcore.memory_space<l1>} : () -> ()
"t.op"() {a = #ttcore.memory_space<dst>} : () -> ()
