// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttir<flattened_compat batch_size = 1, input_height = 32, input_width = 32>}
"t.op"() {a = #ttir<flattened_compat batch_size=1,input_height=32,input_width=32>} : () -> ()
