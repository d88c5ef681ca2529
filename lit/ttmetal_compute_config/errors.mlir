// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:99: error: unknown math fidelity 'hifi5'; did you mean 'hifi2'? expected one of lofi, hifi2, hifi3, hifi4 [unknown-keyword]
"t.op"() {a = #ttmetal.compute_config<@k, #ttmetal.core_range<0x0, 8x2>, #ttmetal.kernel_args< >, hifi5, true, false, false, []>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:127: error: unknown unpack mode 'fp16'; did you mean 'fp32'? expected one of fp32, default [unknown-keyword]
"t.op"() {a = #ttmetal.compute_config<@k, #ttmetal.core_range<0x0, 8x2>, #ttmetal.kernel_args< >, hifi4, true, false, false, [fp16]>} : () -> ()
