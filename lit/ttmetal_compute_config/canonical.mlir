// RUN: tt-opt %s | diff %s -
// #ttmetal.compute_config: each form of any date is its own canonical text.

"t.op"() {a = #ttmetal.compute_config<@compute_kernel2, #ttmetal.core_range<0x0, 8x2>, #ttmetal.kernel_args< ct_args = [<cb_port[0]>, <cb_port[1]>]>, hifi4, true, false, false, [default]>} : () -> ()
"t.op"() {a = #ttmetal.compute_config<@compute_kernel2, #ttmetal.core_range<0x0, 8x2>, #ttmetal.kernel_args< >, lofi, true, false, [fp32, default]>} : () -> ()
