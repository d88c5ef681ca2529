// RUN: tt-opt %s | diff %s -
// #ttkernel.arg: each form of any date is its own canonical text.

"t.op"() {a = #ttkernel.arg<arg_type = cb_port, operand_index = 0>} : () -> ()
"t.op"() {a = #ttkernel.arg<arg_type = buffer_address, operand_index = 1, is_uniform = false>} : () -> ()
"t.op"() {a = #ttkernel.arg<arg_type = semaphore, operand_index = 2>} : () -> ()
"t.op"() {a = #ttkernel.arg<arg_type = named_argument, operand_index = 1, argument_name = "page_size">} : () -> ()
"t.op"() {a = #ttkernel.arg<arg_type = global_semaphore, operand_index = 3>} : () -> ()
"t.op"() {a = #ttkernel.arg<arg_type = local_semaphore, operand_index = 4>} : () -> ()
"t.op"() {a = #ttkernel.arg<arg_type = scalar, operand_index = 5, is_uniform = false, argument_name = "x">} : () -> ()
"t.op"() {a = #ttkernel.arg<arg_type = tensor_accessor_args, operand_index = 6>} : () -> ()
