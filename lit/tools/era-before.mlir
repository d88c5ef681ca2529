// A date before the first version of tt-mlir is reported as such.
// RUN: not tt-opt --era=2023-01-01 %s 2>&1 | FileCheck %s
// CHECK: error: grid is valid {{.*}}, not on 2023-01-01, before tt-mlir began on 2024-03-18 [syntax]
"t.op"() {a = #tt.grid<8x8>} : () -> ()
