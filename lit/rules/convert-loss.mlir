// What the other notation does not carry is at the layout in the file; the rule can be turned off, or be an error.
// RUN: tt-layout convert %s --to=ttcore 2>&1 | FileCheck %s --match-full-lines
// RUN: tt-layout convert %s --to=ttcore -Wno-convert-loss 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=warning:
// RUN: not tt-layout convert %s --to=ttcore -Werror=convert-loss 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: tt-layout convert %s --to=ttcore --diagnostic-format=json --json 2>&1 | FileCheck %s --check-prefix=JSON
// CHECK: {{.*}}convert-loss.mlir:[[#@LINE+7]]:20: warning: the named form has no padding value: 'zero' is lost; the syntax before 2026-05-13 preserves it [convert-loss]
// CHECK: tensor<3x2x18x32xf32, #ttcore.metal_layout<{{.*}}
// OFF: tensor<3x2x18x32xf32, #ttcore.metal_layout<
// ERROR: error: the named form has no padding value: 'zero' is lost; {{.*}} [convert-loss]
// ERROR: tensor<3x2x18x32xf32, #ttcore.metal_layout<
// JSON: "rule":"convert-loss"
// JSON: "warnings":["the named form has no padding value: 'zero' is lost; the syntax before 2026-05-13 preserves it"]
func.func @f(%arg: tensor<53x63xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), zero, <3x2>, memref<18x32xf32, #tt.memory_space<l1>>>>) {
  return
}
