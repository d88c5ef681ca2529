// --system-desc: the default system of modules without one, by name, by the notation of the specification, or from a file.
// RUN: tt-opt --verify-only %s | count 0
// RUN: tt-opt --verify-only '--system-desc=[2, 8x8]' %s | count 0
// RUN: not tt-opt --verify-only '--system-desc=[1, 8x8]' %s 2>&1 | FileCheck %s
// RUN: not tt-opt --verify-only --system-desc=wormhole_b0 %s 2>&1 | FileCheck %s
// RUN: tt-opt --verify-only --system-desc=wormhole_b0:2 %s | count 0
// RUN: not tt-opt --verify-only --system-desc=%t.missing.mlir %s 2>&1 | FileCheck %s --check-prefix=MISSING
// CHECK: system-desc.mlir:[[#@LINE+1]]:{{.*}}[device-chip-unknown]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>} : () -> ()
// MISSING: tt-opt: error: {{.*}}missing.mlir{{.*}}: No such file or directory
