// --parse-only: without semantic rules a layout that does not match its tensor is accepted; a syntax error is not.
// RUN: tt-opt --parse-only %s | FileCheck %s
// RUN: not tt-opt %s 2>&1 | FileCheck %s --check-prefix=VERIFIED
// RUN: echo '#g = #tt.grid<8' | not tt-opt --parse-only 2>&1 | FileCheck %s --check-prefix=TEXT

// VERIFIED: parse-only.mlir:[[#@LINE+2]]:{{.*}}[layout-shard-shape]
// CHECK{LITERAL}: memref<4x4xf32, #tt.memory_space<l1>>
"t.op"() {a = tensor<8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4 x 4 x f32, #tt.memory_space<l1>>>>} : () -> ()
// TEXT: <stdin>:{{[0-9:]+}} error: expected
