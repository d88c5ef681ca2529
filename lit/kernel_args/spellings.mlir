// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttmetal.kernel_args< >}
"t.op"() {a = #ttmetal.kernel_args<>} : () -> ()

// CHECK{LITERAL}: {a = #ttmetal.kernel_args< ct_args = [<cb_port[0]>]>}
"t.op"() {a = #ttmetal.kernel_args<ct_args = [#ttmetal.kernel_arg<cb_port[0]>]>} : () -> ()

// CHECK{LITERAL}: {a = #ttmetal.kernel_args<common_rt_args = []  ct_args = []>}
"t.op"() {a = #ttmetal.kernel_args<common_rt_args = [] ct_args = []>} : () -> ()
