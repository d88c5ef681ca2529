// RUN: tt-opt %s | diff %s -
// #tt.meshes, #ttcore.meshes: each form of any date is its own canonical text.

"t.op"() {a = #tt.meshes<[<"mesh" = 1x1>]>} : () -> ()
"t.op"() {a = #ttcore.meshes<[<"a" = 1x2>, <"b" = 2x2>]>} : () -> ()
