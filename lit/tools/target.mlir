// --target=ttnn adds the rules of that target: a device that it cannot lower is valid without it.
// RUN: tt-opt --verify-only %s | count 0
// RUN: not tt-opt --verify-only --target=ttnn %s 2>&1 | FileCheck %s
// RUN: tt-opt --verify-only --target=ttmetal %s | count 0
// CHECK: target.mlir:[[#@LINE+1]]:{{.*}}[ttnn-worker-grid]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, (d0 + d1) mod 8)>, meshShape = 1, chipIds = [0]>} : () -> ()
