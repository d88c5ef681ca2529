// RUN: not tt-opt --fix %s 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=SAID --input-file=%t.err %s
// RUN: cp %s %t.mlir && not tt-opt --fix -i %t.mlir 2> %t.err && FileCheck --input-file=%t.mlir %s
// Fix-its are applied although an error remains; then nothing is made canonical.

// SAID: tt-opt: 1 fix-it applied to '{{.*}}fix-remaining.mlir'
// SAID-NEXT: fix-remaining.mlir:14:{{[0-9]+}}: error: use of undeclared identifier

// CHECK-LABEL: #l1 =
#l1 = #tt.memory_space<l1>
// CHECK: func.func @f(%a: tensor<64x128xf32, #tt.metal_layout<(d0,  d1) -> (d0, d1), undef, <2x2>, memref<32x64xf32, #l1>>>)
func.func @f(%a: tensor<64x128xf32, #tt.metal_layout<(d0,  d1) -> (d0, d1), undef, <2x2>, memref<64x64xf32, #l1>>>)
// CHECK: affine_map<(d0) -> (d0 + d7)>
"t.op"() {a = affine_map<(d0) -> (d0 + d7)>} : () -> ()
