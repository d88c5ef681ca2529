// RUN: not tt-opt --split-input-file --verify-only --max-errors=1000 %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"
// RUN: not tt-opt --split-input-file --fix-only %s 2>/dev/null | FileCheck %s --check-prefix=FIXED

// Text after a value that cannot be there, and fix-its that would leave an error or hide one: those are not offered.
// CHECK: :[[#@LINE+2]]:16: error: unexpected '>' [syntax]
// CHECK: :[[#@LINE+1]]:16: note: fix: remove '>'
#a = #tt.grid<8>x8>
// FIXED: #a = #tt.grid<8x8>

// -----
// CHECK: :[[#@LINE+1]]:15: error: expected an extent after '8x' [syntax]
#a = #tt.grid<8x>
// FIXED: #a = #tt.grid<8x>

// -----
// CHECK: :[[#@LINE+2]]:74: error: expected ',' before 'collapsed_intervals' [syntax]
// CHECK: :[[#@LINE+1]]:73: note: fix: insert ','
#a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32 collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded>
// FIXED: dim_alignments = 32x32, collapsed_intervals

// -----
// CHECK: :[[#@LINE+2]]:142: error: expected ',' before 'sharded' [syntax]
// CHECK: :[[#@LINE+1]]:141: note: fix: insert ','
#a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>, undef, l1 sharded>

// -----
// CHECK: :[[#@LINE+1]]:28: error: unexpected 'x8' after this attribute [syntax]
"t.op"() {a = #tt.grid<8x8>x8} : () -> ()

// -----
// CHECK: :[[#@LINE+2]]:28: error: unexpected '>' [syntax]
// CHECK: :[[#@LINE+1]]:28: note: fix: remove '>'
"t.op"() {a = #tt.grid<8x8>>} : () -> ()

// -----
// CHECK: :[[#@LINE+1]]:48: error: unexpected '>' after this attribute [syntax]
"t.op"() {a = [#tt.arch<grayskull>, #tt.grid<8>>]} : () -> ()

// -----
// CHECK: :[[#@LINE+1]]:19: error: unexpected 'd' after the definition of '#a' [syntax]
#a = #tt.grid<8x8>d

// -----
// Names with a leading zero are other names.
// CHECK: :[[#@LINE+1]]:38: error: use of undeclared identifier 'd1' [affine-undeclared]
#a = #tt.grid<8x16, (d0, d01) -> (0, d1, d0)>

// -----
// CHECK: :[[#@LINE+2]]:26: warning: unknown type 'memrfe'; did you mean 'memref'? [unknown-attribute]
// CHECK: :[[#@LINE+1]]:26: note: fix: replace with 'memref'
func.func private @f(%a: memrfe<2x4xf32>)

// -----
// The `)` is that of the operation.
// CHECK: :[[#@LINE+2]]:113: error: expected '>' or ',', found ')' [syntax]
// CHECK: :[[#@LINE+1]]:113: note: fix: insert '>'
func.func private @f(memref<2x4x!ttcore.tile<32x32, f32>, #ttcore.cb_layout<4096x1, 1>, #ttcore.memory_space<l1>)

// -----
// Words and marks that people type for those of the formats.
// CHECK: :[[#@LINE+2]]:42: error: expected 'mod', found '%' [syntax]
// CHECK: :[[#@LINE+1]]:42: note: fix: replace with 'mod' (replace '%' with ' mod ')
#a = #tt.grid<8x8, (d0, d1) -> (0, d0, d1%8)>
// FIXED: d1 mod 8

// -----
// CHECK: :[[#@LINE+1]]:37: error: expected 'floordiv', found '/' [syntax]
#a = #tt.grid<8x16, (d0, d1) -> (d1 / 8, d0, d1 mod 8)>
// FIXED: (d1 floordiv 8,

// -----
// CHECK: :[[#@LINE+1]]:42: error: expected '*' before 'd1' [syntax]
#a = #tt.grid<8x16, (d0, d1) -> (0, d0, 2d1)>

// -----
// CHECK: :[[#@LINE+1]]:16: error: expected 'x', found 'X' [syntax]
#a = #tt.grid<8X8>
// FIXED: #a = #tt.grid<8x8>

// -----
// CHECK: :[[#@LINE+2]]:45: error: expected 'neginf', found '-inf' [syntax]
// CHECK: :[[#@LINE+1]]:45: note: fix: replace with 'neginf'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), -inf, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+1]]:43: error: expected ',', found ';' [syntax]
#a = #tt.metal_layout<(d0, d1) -> (d0, d1); undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>
