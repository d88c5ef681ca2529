// RUN: tt-opt %s | diff %s -
// #d2m.topk_placement: each form of any date is its own canonical text.

"t.op"() {a = #d2m.topk_placement<type = tensor<32x64xf32>, grid = <1x2>>} : () -> ()
"t.op"() {a = #d2m.topk_placement<type = tensor<32x64xf32>, grid = <1x2>, vgmForward = (d0, d1) -> (d1, d0), vgmInverse = (d0, d1) -> (d1, d0)>} : () -> ()
