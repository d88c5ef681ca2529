// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// One diagnostic for a name, however many uses it has; the fix-it replaces them all.
// CHECK: :[[#@LINE+6]]:28: error: undefined symbol alias id 'layuot'; did you mean '#layout'? [alias-undefined]
// CHECK: :[[#@LINE+5]]:28: note: fix: replace all uses with '#layout'
// CHECK: :[[#@LINE+5]]:14: note: 2 more uses
#layout = #tt.grid<1x1>
func.func @f(%arg0: tensor<2xf32, #layout>) {
  "a"() {a = #layout} : () -> ()
  "b"() {a = tensor<2xf32, #layuot>} : () -> ()
  "a"() {a = #layuot, b = #layuot} : () -> ()

// -----

// Several uses agree and the definition is not used: its name is the position to change.
// CHECK: :[[#@LINE+4]]:1: error: undefined symbol alias id 'output_layout'; '#output_layot' is defined here, but not used [alias-undefined]
// CHECK: :[[#@LINE+3]]:1: note: fix: rename the definition to '#output_layout'
// CHECK: :[[#@LINE+3]]:12: note: '#output_layout' is used here
// CHECK: :[[#@LINE+2]]:32: note: 1 more use
#output_layot = #tt.grid<1x1>
"a"() {a = #output_layout, b = #output_layout} : () -> ()

// -----

// Names that MLIR makes unique, with `_` and a number, are near.
// CHECK: :[[#@LINE+3]]:44: error: undefined symbol alias id 'l1'; did you mean '#l1_'? [alias-undefined]
// CHECK: :[[#@LINE+2]]:44: note: fix: replace with '#l1_'
#l1_ = #tt.memory_space<l1>
#a = memref<2xf32, affine_map<(i) -> (i)>, #l1>

// -----

// The other sigil.
// CHECK: :[[#@LINE+2]]:21: error: undefined symbol alias id 'tile'; did you mean '!tile'? [alias-undefined]
!tile = !tt.tile<32x32, f32>
"a"() : () -> (f32, #tile)

// -----

// CHECK: :[[#@LINE+3]]:1: error: undefined symbol alias id 'l1'; expected '#' before the name in its definition [alias-undefined]
// CHECK: :[[#@LINE+2]]:1: note: fix: insert '#'
// CHECK: :[[#@LINE+2]]:12: note: '#l1' is used here
l1 = #tt.memory_space<l1>
"a"() {a = #l1} : () -> ()

// -----

// A definition without '=' is one error, and its alias is defined.
// CHECK: :[[#@LINE+3]]:1: error: expected '=' after '#l1' [syntax]
// CHECK: :[[#@LINE+2]]:4: note: fix: insert ' ='
// CHECK: :[[#@LINE+2]]:6: error: expected '=' after '#map', found ':' [syntax]
#l1 #tt.memory_space<l1>
#map : affine_map<(i) -> (i)>
"a"() {a = memref<2xf32, #map, #l1>} : () -> ()

// -----

// A definition that is rejected: its uses have no errors of their own.
// CHECK: :[[#@LINE+1]]:27: error: unknown memory space 'l2'; did you mean 'l1'?
#space = #tt.memory_space<l2>
"a"() {a = memref<2xf32, #space>, b = #space} : () -> ()
