// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #ttmetal.compute_config<@k, #ttmetal.core_range<0x0, 8x2>, #ttmetal.kernel_args< >, hifi2, true, false, false, []>}
"t.op"() {a = #ttmetal.compute_config<@k, <0x0, 8x2>, < >, hifi2, true, false, false, []>} : () -> ()
