// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:100: error: expected kind of ethernet core for 'eth_type' (sender, receiver) before 'noc_index', found 'noc0' [syntax]
"t.op"() {a = #ttmetal.ethernet_config<@k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< >, noc0>} : () -> ()
