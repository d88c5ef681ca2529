// --diff: a unified diff on standard output, exit 1; patch(1) can apply it. A canonical file prints nothing and exits with 0.
// RUN: rm -rf %t && mkdir %t && tt-opt %s -o %t/canonical.mlir && tt-opt --diff %t/canonical.mlir | count 0
// RUN: not tt-opt --diff %s | FileCheck %s

// CHECK: {{^}}--- {{.*}}diff-unified.mlir
// CHECK-NEXT: {{^}}+++ {{.*}}diff-unified.mlir
// CHECK-NEXT: {{^}}@@
// CHECK: {{^}}-"t.op"() {a = #tt.grid<8 x 8>}
// CHECK-NEXT: {{^}}+"t.op"() {a = #tt.grid<8x8>}
"t.op"() {a = #tt.grid<8 x 8>} : () -> ()
