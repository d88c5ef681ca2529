// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttkernel.arg_spec< >}
"t.op"() {a = #ttkernel.arg_spec<>} : () -> ()

// CHECK{LITERAL}: {a = #ttkernel.arg_spec< ct_args = [<arg_type = cb_port, operand_index = 0>]>}
"t.op"() {a = #ttkernel.arg_spec<ct_args=[#ttkernel.arg<arg_type = cb_port, operand_index = 0>]>} : () -> ()

// CHECK{LITERAL}: {a = #ttkernel.arg_spec<rt_args = [] ct_args = []>}
"t.op"() {a = #ttkernel<arg_spec<rt_args = []   ct_args = []>>} : () -> ()
