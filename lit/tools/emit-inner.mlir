// RUN: tt-opt --emit=json --parse-only %s | FileCheck %s
// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --check-prefix=VERIFIED
// RUN: not tt-opt --verify-only %s %s 2>&1 | FileCheck %s --check-prefix=COUNTED

// Attributes in the body of an unknown attribute inside an island are listed in order and verified. Tensor types without a layout are
// listed as well.

// CHECK: "column":18,{{.*}}"depth":0,"kind":"builtin.tensor","text":"tensor<2xf32, #foo.w<#tt.grid<2x2>, #foo.v<[!tt.tile<32x32, f32>]>>>"
// CHECK-NEXT: "column":39,{{.*}}"depth":1,"kind":"tt.grid","text":"#tt.grid<2x2>"
// CHECK-NEXT: "column":64,{{.*}}"depth":1,"kind":"tt.tile","text":"!tt.tile<32x32, f32>"
// CHECK-NEXT: "column":93,{{.*}}"depth":0,"kind":"builtin.tensor","text":"tensor<1xf32>"
"a"() {t = tuple<tensor<2xf32, #foo.w<#tt.grid<2 x 2>, #foo.v<[!tt.tile< 32 x 32, f32>]>>>, tensor<1xf32>>} : () -> ()

// CHECK-NEXT: "column":7,{{.*}}"depth":0,"kind":"builtin.tensor"
// CHECK-NEXT: "column":34,{{.*}}"depth":1,"kind":"builtin.tensor"
// CHECK-NEXT: "column":53,{{.*}}"depth":2,"kind":"tt.metal_layout"
// VERIFIED: emit-inner.mlir:[[# @LINE + 4]]:34: error: layout map has 2 dims, but the tensor has rank 3 [layout-tensor-rank]
// VERIFIED-NOT: error:
// COUNTED: tt-opt: 2 files, 6 attributes, 2 errors, 0 warnings
"b"() {
  u = tensor<2x2xf32, #foo.w<[1, tensor<2x8x32xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x8xf32, #tt.memory_space<l1>>>>]>>
} : () -> ()
