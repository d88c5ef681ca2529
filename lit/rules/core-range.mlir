// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// From core 3 back to core 1; TTNN writes x first.
// CHECK: core-range.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: Start coordinates #ttnn.core_coord<3, 0> must be less than or equal to end coordinates #ttnn.core_coord<1, 0> [core-range]
// CHECK: fix: exchange the corners (replace '{{.*}}' with '#ttnn.core_range<(1,0), (3,0)>')
"t.op"() {a = #ttnn.core_range<(3,0), (1,0)>} : () -> ()

// -----

// The same in ttcore, which writes y first.
// CHECK: core-range.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: Start coordinates #ttcore<core_coord 0x3> must be less than or equal to end coordinates #ttcore<core_coord 7x1> [core-range]
// CHECK: fix: exchange the corners (replace '{{.*}}' with '#ttcore.core_range<(0,1), (7,3)>')
"t.op"() {a = #ttcore.core_range<(0,3), (7,1)>} : () -> ()

// -----

// No core at all.
// CHECK: core-range.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: the size of a core range must be at least 1, got 0x2 [core-range]
"t.op"() {a = #ttmetal.core_range<0x0, 0x2>} : () -> ()

// -----

// One core.
"t.op"() {a = #ttnn.core_range<(3,0), (3,0)>} : () -> ()
