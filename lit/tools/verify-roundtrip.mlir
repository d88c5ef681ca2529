// RUN: tt-opt --verify-roundtrip %s | FileCheck %s
// RUN: tt-opt --verify-roundtrip --mlir-print-local-scope %s | FileCheck --check-prefix=LOCAL %s
// RUN: not tt-opt --verify-roundtrip --split-input-file %S/Inputs/sections.mlir 2>&1 | FileCheck --check-prefix=SECTIONS %s
// The printed text is parsed again and must have the same meaning. Sections with errors are compared unchanged.

// SECTIONS-NOT: [roundtrip]

// CHECK: #m = affine_map<(d0) -> (d0)>
#m = affine_map<( d0 ) -> ( d0 )>
// CHECK: "t.op"() {a = #tt.grid<8x8>, b = tensor<8x8xf32, #m>}
// LOCAL: "t.op"() {a = #tt.grid<8x8>, b = tensor<8x8xf32, affine_map<(d0) -> (d0)>>}
"t.op"() {a = #tt.grid< 8 x 8 >, b = tensor<8x8xf32, #m>} : () -> ()
