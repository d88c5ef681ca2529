// RUN: tt-opt %s | diff %s -
// #ttmetal.ethernet_config: each form of any date is its own canonical text.

"t.op"() {a = #ttmetal.ethernet_config<@k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< >, sender, noc0>} : () -> ()
"t.op"() {a = #ttmetal.ethernet_config<@k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< >, receiver, noc1>} : () -> ()
