// --check: reports files that are not canonical, with the first position; exit 1. Nothing is printed on standard output.
// RUN: rm -rf %t && mkdir %t && tt-opt %s -o %t/canonical.mlir && tt-opt --check %t/canonical.mlir | count 0
// RUN: not tt-opt --check %s > %t/out 2> %t/said && FileCheck %s --input-file=%t/said && count 0 < %t/out

// CHECK: check-canonical.mlir: not canonical (first at [[#@LINE+1]]:15)
"t.op"() {a = #tt.grid<8 x 8>, b = affine_map<(i) -> (2 * i)>} : () -> ()
