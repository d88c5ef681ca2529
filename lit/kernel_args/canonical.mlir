// RUN: tt-opt %s | diff %s -
// #ttmetal.kernel_args: each form of any date is its own canonical text.

"t.op"() {a = #ttmetal.kernel_args< >} : () -> ()
"t.op"() {a = #ttmetal.kernel_args< ct_args = [<cb_port[0]>]>} : () -> ()
"t.op"() {a = #ttmetal.kernel_args<rt_args = [<buffer_address[0]>] >} : () -> ()
"t.op"() {a = #ttmetal.kernel_args<rt_args = [<buffer_address[0]>] ct_args = [<cb_port[0]>, <cb_port[1]>]>} : () -> ()
"t.op"() {a = #ttmetal.kernel_args<  >} : () -> ()
"t.op"() {a = #ttmetal.kernel_args<  ct_args = [<cb_port[0]>]>} : () -> ()
"t.op"() {a = #ttmetal.kernel_args< rt_args = [<buffer_address[0]>] >} : () -> ()
"t.op"() {a = #ttmetal.kernel_args<common_rt_args = [<scalar[1]>]  >} : () -> ()
"t.op"() {a = #ttmetal.kernel_args<common_rt_args = [<scalar[1]>]  ct_args = [<cb_port[0]>]>} : () -> ()
"t.op"() {a = #ttmetal.kernel_args<common_rt_args = [] rt_args = [] ct_args = []>} : () -> ()
