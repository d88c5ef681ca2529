// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// One token that is missing, too much, or another one: one error at it, wherever it was noticed.
// CHECK: :[[#@LINE+3]]:98: error: expected '>' after '>' [syntax]
// CHECK: :[[#@LINE+2]]:99: note: fix: insert '>'
// CHECK: :[[#@LINE+1]]:22: note: to match this '<'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>
#b = #tt.memory_space<l1>
"t.op"() {a = tensor<64x128xf32, #a>} : () -> ()

// -----
// CHECK: :[[#@LINE+3]]:53: error: expected '>' after '1x1' [syntax]
// CHECK: :[[#@LINE+2]]:56: note: fix: insert '>'
// CHECK: :[[#@LINE+1]]:52: note: to match this '<'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1, memref<64x128xf32, #tt.memory_space<l1>>>
"t.op"() {a = tensor<64x128xf32, #a>} : () -> ()

// -----
// CHECK: :[[#@LINE+3]]:40: error: expected ')' after 'd1' [syntax]
// CHECK: :[[#@LINE+2]]:42: note: fix: insert ')'
// CHECK: :[[#@LINE+1]]:35: note: to match this '('
#a = #tt.metal_layout<(d0, d1) -> (d0, d1, undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:35: error: expected '(' before 'd0' [syntax]
// CHECK: :[[#@LINE+1]]:35: note: fix: insert '('
#a = #tt.metal_layout<(d0, d1) -> d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:56: error: expected '>', found ')' [syntax]
// CHECK: :[[#@LINE+1]]:56: note: fix: replace with '>'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1), memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:52: error: expected '<', found '[' [syntax]
// CHECK: :[[#@LINE+1]]:52: note: fix: replace with '<'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, [1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:32: error: expected '->' before '(' [syntax]
// CHECK: :[[#@LINE+1]]:31: note: fix: insert ' ->'
#a = #tt.metal_layout<(d0, d1) (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:66: error: expected 'x' after '64' [syntax]
// CHECK: :[[#@LINE+1]]:68: note: fix: replace with 'x'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64*128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:51: error: expected ',' before '<' [syntax]
// CHECK: :[[#@LINE+1]]:50: note: fix: insert ','
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:50: error: unexpected ',' before ',' [syntax]
// CHECK: :[[#@LINE+1]]:50: note: fix: remove ','
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, , <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
#l1_ = #tt.memory_space<l1>
// CHECK: :[[#@LINE+2]]:25: error: expected '#l1_', found 'l1_' [syntax]
// CHECK: :[[#@LINE+1]]:25: note: fix: replace with '#l1_'
#a = memref<64x128xf32, l1_>

// -----
// CHECK: :[[#@LINE+2]]:17: error: expected a type with '!', found '#ttcore.tile<32x32, f32>' [syntax]
// CHECK: :[[#@LINE+1]]:17: note: fix: replace with '!'
#a = memref<2x4x#ttcore.tile<32x32, f32>>

// -----
// CHECK: :[[#@LINE+2]]:80: error: expected '=', found ':' [syntax]
// CHECK: :[[#@LINE+1]]:80: note: fix: replace with '='
#a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape : 1, chipIds = [0]>

// -----
// CHECK: :[[#@LINE+3]]:97: error: expected ']' or ',', found '>' [syntax]
// CHECK: :[[#@LINE+2]]:97: note: fix: insert ']'
// CHECK: :[[#@LINE+1]]:95: note: to match this '['
#a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0>

// -----
// CHECK: :[[#@LINE+2]]:22: error: expected ',' after '32x32' [syntax]
// CHECK: :[[#@LINE+1]]:27: note: fix: replace with ', '
!tile = !ttcore.tile<32x32xf32>

// -----
// CHECK: :[[#@LINE+2]]:22: error: expected 'x' after '2x2' [syntax]
// CHECK: :[[#@LINE+1]]:25: note: fix: replace with 'x'
"a"() : () -> tensor<2x2, f32>

// -----
// CHECK: :[[#@LINE+2]]:17: error: expected '!' before 'ttcore.tile' [syntax]
// CHECK: :[[#@LINE+1]]:17: note: fix: insert '!'
#a = memref<2x4xttcore.tile<32x32, f32>>

// -----
// CHECK: :[[#@LINE+2]]:18: error: unexpected ',' before '>' [syntax]
// CHECK: :[[#@LINE+1]]:18: note: fix: remove ','
#a = #tt.grid<2x2,>

// -----
// CHECK: :[[#@LINE+2]]:6: error: expected '<' after '#tt.grid' [syntax]
// CHECK: :[[#@LINE+1]]:14: note: fix: insert '<'
#a = #tt.grid2x2>

// -----
// CHECK: :[[#@LINE+2]]:85: error: expected '>' before ',' [syntax]
// CHECK: :[[#@LINE+1]]:85: note: fix: replace with '>,'
#a = #ttnn.shard_spec<#ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>, <32x32,> <row_major>>

// -----
// CHECK: :[[#@LINE+2]]:53: error: expected '<' before '8x8' [syntax]
// CHECK: :[[#@LINE+1]]:53: note: fix: insert '<'
#a = #tt.system_desc<[{arch = <wormhole_b0>, grid = 8x8>, l1_size = 1048576, num_dram_channels = 12, dram_channel_size = 1048576}], [0], [<host_mmio>], [<0, 0, 0, 0>]>

// -----
// CHECK: :[[#@LINE+3]]:47: error: expected '[' after 'cb_port', found '(' [syntax]
// CHECK: :[[#@LINE+2]]:47: note: fix: replace '(' with '['
// CHECK: :[[#@LINE+1]]:49: note: fix: replace ')' with ']'
#a = #ttmetal.kernel_args< ct_args = [<cb_port(0)>]>

// -----
// CHECK: :[[#@LINE+2]]:30: error: expected '#' before 'tt.grid' [syntax]
// CHECK: :[[#@LINE+1]]:30: note: fix: insert '#'
#a = #tt.device<workerGrid = tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>

// -----
// CHECK: :[[#@LINE+2]]:53: error: expected a string in quotes for 'target_triple' [syntax]
// CHECK: :[[#@LINE+1]]:53: note: fix: put it in quotes
#a = #tt.system_desc<[{role = host, target_triple = x86_64-pc-linux}], [], [], [], []>

// -----
// Another mark in place of the '<' after a known name, everywhere as in an operation.
// CHECK: :[[#@LINE+2]]:22: error: expected '<', found '.' [syntax]
// CHECK: :[[#@LINE+1]]:22: note: fix: replace with '<'
#a = #tt.metal_layout.(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>
"t.op"() {a = tensor<64x128xf32, #a>} : () -> ()

// -----
// CHECK: :[[#@LINE+2]]:14: error: expected '<', found ',' [syntax]
// CHECK: :[[#@LINE+1]]:14: note: fix: replace with '<'
!t = !tt.tile,32x32, f32>

// -----
// CHECK: :[[#@LINE+2]]:14: error: expected '<', found '.' [syntax]
// CHECK: :[[#@LINE+1]]:14: note: fix: replace with '<'
#g = #tt.grid.8x8>

// -----
// CHECK: :[[#@LINE+2]]:23: error: expected '<', found '(' [syntax]
// CHECK: :[[#@LINE+1]]:23: note: fix: replace with '<'
"t.op"() {a = #tt.grid(1x1>} : () -> ()

// -----
// CHECK: :[[#@LINE+2]]:23: error: expected '<', found '.' [syntax]
// CHECK: :[[#@LINE+1]]:23: note: fix: replace with '<'
"t.op"() {a = #tt.grid.1x1>} : () -> ()

// -----
// CHECK: :[[#@LINE+2]]:35: error: expected '<', found '.' [syntax]
// CHECK: :[[#@LINE+1]]:35: note: fix: replace with '<'
func.func @f(%a: tensor<4x!tt.tile.32x32, f32>>)

// -----
// CHECK: :[[#@LINE+2]]:94: error: expected '<', found '.' [syntax]
// CHECK: :[[#@LINE+1]]:94: note: fix: replace with '<'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space.l1>>>

// -----
// Both brackets.
// CHECK: :[[#@LINE+2]]:14: error: expected '<' and '>' around this, found '(' and ')' [syntax]
// CHECK: :[[#@LINE+1]]:14: note: fix: replace with '<8x8>'
#g = #tt.grid(8x8)

// -----
// A longer name that is not known, and no other error.
#g = #tt.grid.local
"t.op"() {a = #tt.grid.local} : () -> ()

// -----
// CHECK: :[[#@LINE+2]]:26: error: expected '->', found '=>' [syntax]
// CHECK: :[[#@LINE+1]]:26: note: fix: replace with '->'
#m = affine_map<(d0, d1) => (d0)>

// -----
// A missing sigil, or a missing dialect: one that the section has, or else ttcore before tt.
// CHECK: :[[#@LINE+2]]:52: error: expected '#tt.' before 'grid' [syntax]
// CHECK: :[[#@LINE+1]]:52: note: fix: insert '#tt.'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, grid<1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:34: error: expected '#ttnn.' before 'tensor_memory_layout' [syntax]
// CHECK: :[[#@LINE+1]]:34: note: fix: insert '#ttnn.'
#a = #ttnn.memory_config<<dram>, tensor_memory_layout<interleaved>>

// -----
// CHECK: :[[#@LINE+2]]:64: error: expected '!ttcore.' before 'tile' [syntax]
// CHECK: :[[#@LINE+1]]:64: note: fix: insert '!ttcore.'
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xtile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>

// -----
// Of two the first, without a fix-it, which would leave the second.
// CHECK: :[[#@LINE+1]]:26: error: expected '#' before 'ttnn.buffer_type' [syntax]
#a = #ttnn.memory_config<ttnn.buffer_type<dram>, ttnn.tensor_memory_layout<interleaved>>

// -----
// CHECK: :[[#@LINE+1]]:1: error: expected the name of an alias between '#' and '=' [syntax]
#= #tt.grid<8x8>

// -----
// CHECK: :[[#@LINE+1]]:1: error: expected the name of an alias between '!' and '=' [syntax]
! = !tt.tile<32x32, f32>
