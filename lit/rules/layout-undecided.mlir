// RUN: tt-opt --verify-only --split-input-file -Wlayout-undecided %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// 8 million indices without a digit structure.
// CHECK: layout-undecided.mlir:[[#@LINE+1]]:{{[0-9]+}}: remark: sampling the 3-dimensional index space of the tensor found no overlap; the check is incomplete [layout-undecided]
"t.op"() {a = tensor<200x200x200xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 1000003 + d1 * 1000004 + d2 * 1000403), undef, <1>, memref<597081591xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The same size, decided by its coefficients.
"t.op"() {a = tensor<200x200x200xf32, #tt.metal_layout<(d0, d1, d2) -> (d0 * 40000 + d1 * 200 + d2), undef, <1>, memref<8000000xf32, #tt.memory_space<l1>>>>} : () -> ()
