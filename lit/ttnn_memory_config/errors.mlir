// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:36: error: unknown buffer type 'ram'; did you mean 'dram'?{{.*}}[unknown-keyword]
"t.op"() {a = #ttnn.memory_config<<ram>, <interleaved>>} : () -> ()

// -----

// CHECK: errors.mlir:[[#@LINE+1]]:35: error: expected buffer_type for 'buffer_type'{{.*}}[syntax]
"t.op"() {a = #ttnn.memory_config<>} : () -> ()
