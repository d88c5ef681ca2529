// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttmetal.kernel_arg<cb_port[0]>}
"t.op"() {a = #ttmetal.kernel_arg<cb_port [ 0 ]>} : () -> ()
