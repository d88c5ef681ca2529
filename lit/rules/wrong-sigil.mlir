// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// In an operation, an encoding, an alias and the body of another attribute.
// CHECK: wrong-sigil.mlir:[[#@LINE+2]]:15: error: '#tt.tile' is not an attribute but a type; did you mean '!tt.tile'? [wrong-sigil]
// CHECK: wrong-sigil.mlir:[[#@LINE+1]]:15: note: fix: replace with '!'
"t.op"() {a = #tt.tile<32x32, f32>} : () -> ()
// CHECK: wrong-sigil.mlir:[[#@LINE+1]]:32: error: '!tt.grid' is not a type but an attribute; did you mean '#tt.grid'? [wrong-sigil]
"t.op"() {a = tensor<8x32xf32, !tt.grid<2x2>>} : () -> ()
// CHECK: wrong-sigil.mlir:[[#@LINE+1]]:9: error: '#tt.tile' is not an attribute but a type; did you mean '!tt.tile'? [wrong-sigil]
#tile = #tt.tile<32x32, f32>
// CHECK: wrong-sigil.mlir:[[#@LINE+1]]:28: error: '!ttcore.grid' is not a type but an attribute; did you mean '#ttcore.grid'? [wrong-sigil]
"t.op"() {a = #foo.bar<l1, !ttcore.grid<2x2>>} : () -> ()

// Text and operations.
"tt.grid"() {a = "!tt.grid<2x2>", b = !foo.grid<2x2>} : () -> () // !tt.grid<2x2>
