// RUN: tt-opt %s 2>&1 >%t | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: grep -v "^//" %t | FileCheck %s --check-prefix=OUT
// RUN: tt-opt --verify-roundtrip --verify-only %s
// MLIR keeps the last layout of a memref. The forms with #ttcore are those of tt-mlir's lower_to_explicit_form.mlir,
// 2025-06-17 to 2026-05-29.

// CHECK: dropped-layout.mlir:[[#@LINE+4]]:55: warning: layout '#ttcore.shard<16384x4096, 1>' is dropped; MLIR keeps only the last layout of a memref [dropped-layout]
// CHECK: dropped-layout.mlir:[[#@LINE+3]]:55: note: fix: remove what is dropped (remove '#ttcore.shard<16384x4096, 1>, ')
// CHECK: dropped-layout.mlir:[[#@LINE+2]]:85: note: this layout is kept
// OUT{LITERAL}: "t.a"() {a = memref<2x4x2x4x!ttcore.tile<32x32, f32>, #ttcore.view<map(4)>, #ttcore.memory_space<dram>>}
"t.a"() {a = memref<2x4x2x4x!ttcore.tile<32x32, f32>, #ttcore.shard<16384x4096, 1>, #ttcore.view<map(4)>, #ttcore.memory_space<dram>>} : () -> ()

// CHECK: dropped-layout.mlir:[[#@LINE+2]]:55: warning: layout '#ttcore.shard<16384x4096, 1>' is dropped
// OUT{LITERAL}: "t.b"() {a = memref<2x4x2x4x!ttcore.tile<32x32, f32>, #ttcore.view<4>>}
"t.b"() {a = memref<2x4x2x4x!ttcore.tile<32x32, f32>, #ttcore.shard<16384x4096, 1>, #ttcore.view<4>>} : () -> ()

// CHECK: dropped-layout.mlir:[[#@LINE+4]]:31: warning: layout 'affine_map<(d0) -> (d0)>' is dropped
// CHECK: dropped-layout.mlir:[[#@LINE+3]]:57: note: this layout is dropped too
// CHECK: dropped-layout.mlir:[[#@LINE+2]]:91: note: this layout is kept
// OUT{LITERAL}: "t.c"() {a = memref<4x4xf32, strided<[4, 1], offset: 2>, 1>}
"t.c"() {a = memref<4x4xf32,  affine_map<(d0) -> (d0)>, affine_map<(d0, d1) -> (d1, d0)>, strided<[4, 1], offset: 2>, 1>} : () -> ()

// The identity does not print.
// CHECK: dropped-layout.mlir:[[#@LINE+2]]:30: warning: layout 'strided<[1, 4]>' is dropped
// OUT{LITERAL}: "t.d"() {a = memref<4x4xf32>}
"t.d"() {a = memref<4x4xf32, strided<[1, 4]>, affine_map<(d0, d1) -> (d0, d1)>>} : () -> ()

// One layout: nothing is dropped.
// OUT{LITERAL}: "t.e"() {a = memref<4x4xf32, strided<[1, 4]>, 1>, b = memref<4x4xf32, #foo.layout<1>, #foo.space<2>>}
"t.e"() {a = memref<4x4xf32, strided<[1, 4]>, 1>, b = memref<4x4xf32, #foo.layout<1>, #foo.space<2>>} : () -> ()
