// RUN: not tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// No sigil: in an operation, and in a definition. The use has no diagnostic.
// CHECK: unknown-attribute.mlir:[[#@LINE+2]]:15: warning: missing '#' before attribute 'tt.arch' [unknown-attribute]
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: note: fix: insert '#'
"t.op"() {a = tt.arch<grayskull>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: warning: missing '!' before type 'tt.tile' [unknown-attribute]
"t.op"() {a = tt.tile<32x32, f32>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+2]]:9: warning: missing '#' before attribute 'tt.grid' [unknown-attribute]
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:9: note: fix: insert '#'
#grid = tt.grid<2x2>
"t.op"() {a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, #grid, memref<32x32xf32, #tt.memory_space<l1>>>} : () -> ()

// No dialect. The long form of another dialect has a mnemonic.
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: warning: '#grid' has no dialect; did you mean '#tt.grid'? [unknown-attribute]
"t.op"() {a = #grid<8x8>, b = #mesh<shard 1>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+2]]:15: warning: '#buffer_type' has no dialect; did you mean '#ttnn.buffer_type'? [unknown-attribute]
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:16: note: fix: insert 'ttnn.'
"t.op"() {a = #buffer_type<l1>} : () -> ()

// An error where only a type can be.
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}'#tt.tile<32x32, f32>'
"t.op"() {a = memref<2x2x#tt.tile<32x32, f32>>} : () -> ()

// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}'tt.tile'
!type = tt.tile<32x32, f32>

// The long form, with a character in the name that no name has, without a blank after it, or with nothing like a name.
// CHECK: unknown-attribute.mlir:[[#@LINE+2]]:15: warning: unknown attribute '#ttnn<mesh_,shape'; did you mean '#ttnn<mesh_shape'? [unknown-attribute]
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:21: note: fix: replace with 'mesh_shape'
"t.op"() {a = #ttnn<mesh_,shape 1x2>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: warning: unknown attribute '#ttnn<mesh-shape'; did you mean '#ttnn<mesh_shape'? [unknown-attribute]
"t.op"() {a = #ttnn<mesh-shape 1x2>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+2]]:15: warning: unknown attribute '#ttnn<mesh_shape1x2'; did you mean '#ttnn<mesh_shape 1x2'? [unknown-attribute]
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:31: note: fix: insert ' '
"t.op"() {a = #ttnn<mesh_shape1x2>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: error: expected the name of an attribute of dialect 'ttnn' after '<' [syntax]
"t.op"() {a = #ttnn</mesh_shape 1x2>} : () -> ()

// What has no dialect has no sigil.
// CHECK: unknown-attribute.mlir:[[#@LINE+2]]:15: warning: 'tensor' is written without '!' [unknown-attribute]
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:15: note: fix: remove '!'
"t.op"() {a = !tensor<4xf32>} : () -> ()
// CHECK: unknown-attribute.mlir:[[#@LINE+1]]:31: warning: 'strided' is written without '#' [unknown-attribute]
"t.op"() {a = memref<4x8xf32, #strided<[8, 1]>>} : () -> ()

// Near misses: names far from every known one, and names of operations, are not reported.
"t.op"() {a = #ttnn<// of a mesh
  mesh_shape 1x2>, b = #ttnn<else,where 1x2>, c = #other<mesh_,shape 1x2>} : () -> ()
"t.op"() {a = #tt.something_else<l1>, b = #foo.memory_spce<l1>} : () -> ()
"tt.arch<l1>"() {a = foo.tt.arch<l1>, b = tt.arch} : () -> () // tt.arch<l1>
