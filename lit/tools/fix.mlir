// RUN: tt-opt --fix %s 2> %t.err | FileCheck %s
// RUN: FileCheck --check-prefix=SAID --input-file=%t.err %s
// RUN: tt-opt --fix %s -o %t.mlir 2> %t.err && tt-opt --check %t.mlir && FileCheck --input-file=%t.mlir %s
// RUN: cp %s %t2.mlir && tt-opt --fix -i %t2.mlir 2> %t.err && diff %t.mlir %t2.mlir
// RUN: not tt-opt --fix --diff %s 2> %t.err | FileCheck --check-prefix=DIFF %s
// RUN: not tt-opt --fix --check %s 2>&1 | FileCheck --check-prefix=CHECKED %s
// The fixed text has no errors, so it is made canonical, too.

// SAID: tt-opt: 2 fix-its applied to '{{.*}}fix.mlir'
// SAID-NOT: error
// DIFF: --- {{.*}}fix.mlir
// DIFF: -func.func @f({{.*}}memref<64x64xf32
// DIFF-NEXT: +func.func @f({{.*}}memref<32x64xf32
// CHECKED: fix.mlir: not canonical (first at 19:{{[0-9]+}})

// CHECK-LABEL: #l1 =
#l1 = #tt.memory_space<l1>
// CHECK: func.func @f(%a: tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x64xf32, #l1>>>)
func.func @f(%a: tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<64x64xf32, #l1>>>)
// CHECK: func.func @g(%a: tensor<8x8xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x8xf32, #l1>>>)
func.func @g(%a: tensor<8x8xf32, #tt.metal_layout<(d0,  d1) -> (d0, d1), undef, <1x1>, memref<4x8xf32, #l1>>>)
