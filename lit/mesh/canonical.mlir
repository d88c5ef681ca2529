// RUN: tt-opt %s | diff %s -
// #tt.mesh, #ttcore.mesh: each form of any date is its own canonical text.

"t.op"() {a = #tt.mesh<"mesh" = 1x2>} : () -> ()
"t.op"() {a = #ttcore.mesh<"mesh" = 8>} : () -> ()
