// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error:
// One fault each: one diagnostic, at the wrong token.

// CHECK: errors.mlir:[[#@LINE+1]]:107: error: expected tensor_memory_layout for 'memory_layout'{{.*}}[syntax]
"t.op"() {a = #ttnn.ttnn_nd_layout<<1x1x2>, memref<1x2x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>>} : () -> ()
