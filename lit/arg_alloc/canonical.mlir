// RUN: tt-opt %s | diff %s -
// #tt.arg_alloc, #ttcore.arg_alloc: each form of any date is its own canonical text.

"t.op"() {a = #tt.arg_alloc<262144, 4096, l1>} : () -> ()
"t.op"() {a = #ttcore.arg_alloc<0, 4096, dram>} : () -> ()
"t.op"() {a = #tt.arg_alloc<262144, 4096, <l1>>} : () -> ()
