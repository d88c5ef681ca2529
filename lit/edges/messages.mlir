// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// What is expected is never empty, and names of types and aliases come with the nearest one.
// CHECK: :[[#@LINE+1]]:48: error: expected ']' or ',', found '>' [syntax]
#a = #ttcore.metal_layout<b = dense<[[0, 1], [1> 2]]> : tensor<2x2xi64>, undef, l1>

// -----
// CHECK: :[[#@LINE+1]]:15: error: unknown type 'fp32'; did you mean 'f32'? [syntax]
#a = tensor<2xfp32>

// -----
// CHECK: :[[#@LINE+1]]:15: error: unknown type 'bfloat16'; did you mean 'bf16'? [syntax]
#a = tensor<2xbfloat16>

// -----
// CHECK: :[[#@LINE+1]]:15: error: expected a type, found 'something' [syntax]
#a = tensor<2xsomething>

// -----
// CHECK: :[[#@LINE+1]]:18: error: unexpected character ';'; expected '>' or ',' [syntax]
#a = #tt.grid<2x4;>

// -----
// CHECK: :[[#@LINE+1]]:18: error: unexpected 'é'; expected '>' or ',' [syntax]
#a = #tt.grid<2x4é>

// -----
// CHECK: :[[#@LINE+1]]:8: error: unexpected '>' after the definition of '#a' [syntax]
#a = 5 > 3

// -----
// CHECK: :[[#@LINE+1]]:18: error: expected a value after '=', found field 'chips' [syntax]
#a = #tt.grid<1, a = chips = 2>
// CHECK: error: grid has no field 'chips'

// -----
// CHECK: :[[#@LINE+2]]:12: error: undefined symbol alias id 'layuot'; did you mean '#layout'? [alias-undefined]
#layout = #tt.grid<1x1>
"a"() {x = #layuot} : () -> tensor<2xf32>
// CHECK: :[[#@LINE+1]]:26: error: undefined symbol alias id 'l' [alias-undefined]
"a"() {x = tensor<4xf32, #l>} : () -> ()
