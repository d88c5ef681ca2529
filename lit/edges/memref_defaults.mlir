// RUN: tt-opt %s | grep -v "^//" | FileCheck %s
// RUN: tt-opt --verify-roundtrip --verify-only %s
// MLIR prints neither an identity map as a layout nor the memory space 0; mlir-opt-19 prints the same.

#zero = 0 : i64
#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK{LITERAL}: "t.a"() {a = memref<4x4xf32>, b = memref<4x4xf32>, c = memref<4x4xf32, 1>}
"t.a"() {a = memref<4x4xf32, 0>, b = memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>, 0 : i32>, c = memref<4x4xf32, 1 : i64>} : () -> ()
// CHECK{LITERAL}: "t.b"() {a = memref<4x4xf32>, b = memref<4x4xf32>, c = memref<4x4xf32, true>}
"t.b"() {a = memref<4x4xf32, #zero>, b = memref<4x4xf32, #id, false>, c = memref<4x4xf32, true>} : () -> ()
