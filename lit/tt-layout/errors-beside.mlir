// A layout is shown although another one of the file has an error: diagnostics go to standard error, and the exit
// status says that there were some.
// RUN: sh -c 'tt-layout show %s 2>&1; echo "exit $?"' | FileCheck %s
// CHECK-DAG: error: memref shape 32x16 does not match the shard shape 32x32
// CHECK-DAG: error: expected an affine expression, found '>'
// CHECK-DAG: name %a, line
// CHECK-DAG: name %d, line
// CHECK-NOT: name %b
// CHECK: exit 1
// RUN: not tt-layout draw %s --name=%d 2>/dev/null | FileCheck %s --check-prefix=DRAW
// DRAW: tensor<64x64xf32> on a grid of 1x1 in l1
// RUN: not tt-layout show %s --name=%b 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: has no tensor with a layout named '%b'
#l1 = #tt.memory_space<l1>
#good = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x32xf32, #l1>>
#bad = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x16xf32, #l1>>
func.func @f(%a: tensor<64x64xf32, #good>, %b: tensor<64x64xf32, #bad>,
             %c: tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0 ,>>,
             %d: tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), zero, <1x1>, memref<64x64xf32, #l1>>>) {
  return
}
