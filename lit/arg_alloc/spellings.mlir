// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #tt.arg_alloc<262144, 4096, l1>}
"t.op"() {a = #tt.arg_alloc<0x40000, 4096, "l1">} : () -> ()
