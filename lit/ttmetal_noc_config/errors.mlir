// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:93: error: expected NoC index for 'noc_index' (noc0, noc1) of noc_config, found '>' [syntax]
"t.op"() {a = #ttmetal.noc_config<@k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< >>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:95: error: unknown NoC index 'noc2'; did you mean 'noc0'? expected one of noc0, noc1 [unknown-keyword]
"t.op"() {a = #ttmetal.noc_config<@k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< >, noc2>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected a symbol such as @name for 'kernel_symbol', found 'k' [syntax]
"t.op"() {a = #ttmetal.noc_config<k, #ttmetal.core_range<0x0, 1x1>, #ttmetal.kernel_args< >, noc0>} : () -> ()
