// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttnn.kernel_cb_format<buffer_index = 0, dtype = f32, page_size = 4096>}
"t.op"() {a = #ttnn.kernel_cb_format<page_size = 4096, buffer_index = 0, dtype = f32>} : () -> ()
