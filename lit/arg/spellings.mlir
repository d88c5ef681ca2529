// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttkernel.arg<arg_type = named_argument, operand_index = 1, argument_name = "page_size">}
"t.op"() {a = #ttkernel.arg<arg_type = named_argument, argument_name = "page_size", operand_index = 1 >} : () -> ()

// CHECK{LITERAL}: {a = #ttkernel.arg<arg_type = cb_port, operand_index = 0>}
"t.op"() {a = #ttkernel.arg<is_uniform = true, operand_index = 0, arg_type = cb_port, argument_name = "">} : () -> ()
