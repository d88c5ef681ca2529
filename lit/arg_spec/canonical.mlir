// RUN: tt-opt %s | diff %s -
// #ttkernel.arg_spec: each form of any date is its own canonical text.

"t.op"() {a = #ttkernel.arg_spec< >} : () -> ()
"t.op"() {a = #ttkernel.arg_spec< ct_args = [<arg_type = cb_port, operand_index = 0>]>} : () -> ()
"t.op"() {a = #ttkernel.arg_spec<rt_args = [<arg_type = buffer_address, operand_index = 0>] >} : () -> ()
"t.op"() {a = #ttkernel.arg_spec<rt_args = [<arg_type = buffer_address, operand_index = 0>] ct_args = [<arg_type = cb_port, operand_index = 1>, <arg_type = semaphore, operand_index = 2>]>} : () -> ()
"t.op"() {a = #ttkernel.arg_spec<rt_args = [] ct_args = []>} : () -> ()
