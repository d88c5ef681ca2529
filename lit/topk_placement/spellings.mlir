// RUN: tt-opt %s | FileCheck %s
// Other ways to write it, and what is printed.

// CHECK{LITERAL}: {a = #d2m.topk_placement<type = tensor<32x64xf32>, grid = <1x2>, vgmForward = (d0, d1) -> (d1, d0)>}
"t.op"() {a = #d2m.topk_placement<grid = #ttcore.grid<1x2>, vgmForward = affine_map<(d0, d1) -> (d1, d0)>, type = tensor<32x64xf32>>} : () -> ()
