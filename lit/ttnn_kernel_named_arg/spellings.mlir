// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.kernel_named_arg<name = "page_size", value = 16>}
"t.op"() {a = #ttnn.kernel_named_arg<value = 0x10 , name = "page_size">} : () -> ()

// CHECK{LITERAL}: {a = #ttnn.kernel_named_arg<name = "a", value = 7>}
"t.op"() {a = #ttnn<kernel_named_arg<value = 7, name = "a">>} : () -> ()
