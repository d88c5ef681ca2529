// A comment suppresses what a conversion reports: it did not.
// RUN: tt-layout convert %s --to=ttcore --name '%%arg' 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: tensor<3x2x18x32xf32, #ttcore.metal_layout<
// RUN: tt-layout convert %s --to=strided --name '%%rows' 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=error:
// NONE: tt-layout: note: no result: a comment suppresses the error
// RUN: not tt-layout convert %s --to=strided --name '%%arg' 2>&1 | FileCheck %s --check-prefix=INEXACT
// INEXACT: :9:20: error: {{.*}} [convert-inexact]
// tt-opt: allow(convert-loss) the runtime fills it
func.func @f(%arg: tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), zero, <3x2>, memref<18x32xf32, #tt.memory_space<l1>>>>,
             %rows: tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x2>, memref<18x32xf32, #tt.memory_space<l1>>>>) { // tt-opt: allow(convert)
  return
}
