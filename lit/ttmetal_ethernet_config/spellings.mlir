// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttmetal.ethernet_config<@k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< >, sender, noc0>}
"t.op"() {a = #ttmetal.ethernet_config<@k, <0x0, 1x1>, < >, sender, noc0>} : () -> ()
