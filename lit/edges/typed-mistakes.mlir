// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// What people type for a value, a field or a mark: the message names it, the fix-it writes it.
// CHECK: :[[#@LINE+2]]:15: error: expected a static shape such as 2x4 for 'shape', found '[8, 8]' [syntax]
// CHECK: :[[#@LINE+1]]:15: note: fix: write '8x8'
#a = #tt.grid<[8, 8]>

// -----
// CHECK: :[[#@LINE+2]]:15: error: expected a static shape such as 2x4 for 'shape', found '"8x8"' [syntax]
// CHECK: :[[#@LINE+1]]:15: note: fix: write '8x8'
#a = #tt.grid<"8x8">

// -----
// CHECK: :[[#@LINE+2]]:32: error: expected '(' and ')' around this, found '[' and ']' [syntax]
// CHECK: :[[#@LINE+1]]:32: note: fix: replace with '(0, d0, d1)'
#a = #tt.grid<8x8, (d0, d1) -> [0, d0, d1]>

// -----
// CHECK: :[[#@LINE+2]]:45: error: unknown out-of-bounds value '0'; did you mean 'zero'? expected one of undef, zero, one, inf, neginf [unknown-keyword]
// CHECK: :[[#@LINE+1]]:45: note: fix: replace with 'zero'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), 0, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:45: error: expected out-of-bounds value for 'oob_val' (undef, zero, one, inf, neginf) before 'grid', found '<1x1>' [syntax]
// CHECK: :[[#@LINE+1]]:45: note: fix: put the two fields in order
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), <1x1>, undef, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:45: error: metal_layout has no field 'oob'; field 'oob_val' is written without its name [unknown-key]
// CHECK: :[[#@LINE+1]]:45: note: fix: remove 'oob ='
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), oob = undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:101: error: expected 'block_sharded', found 'block-sharded' [syntax]
// CHECK: :[[#@LINE+1]]:101: note: fix: replace with 'block_sharded'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>, block-sharded>

// -----
// CHECK: :[[#@LINE+2]]:49: error: host_layout has no field 'strides'; did you mean 'host_strides'? [unknown-key]
// CHECK: :[[#@LINE+1]]:49: note: fix: replace with 'host_strides'
#a = #ttcore.host_layout<logical_shape = 33x37, strides = 64x1, host_volume = 4096>

// -----
// CHECK: :[[#@LINE+2]]:73: error: field 'virt_to_physical_map' is out of order; the order of the fields of grid is fixed [syntax]
// CHECK: :[[#@LINE+1]]:24: note: fix: put the fields in order
#a = #ttcore.grid<8x8, physical_to_virt_map = (d0, d1, d2) -> (d1, d2), virt_to_physical_map = (d0, d1) -> (0, d0, d1)>

// -----
// CHECK: :[[#@LINE+2]]:15: error: unexpected '-' before '8x8': the number cannot be negative [syntax]
// CHECK: :[[#@LINE+1]]:15: note: fix: remove '-'
#a = #tt.grid<-8x8>

// -----
// A shape of several extents is not an extent: there is no fix-it that makes one shape of both.
// CHECK: :[[#@LINE+2]]:23: error: expected an integer for 'num_buffers', found '16384x4096' [syntax]
// CHECK-NOT: fix
#a = #ttcore.shard<1, 16384x4096>

// -----
// CHECK: :[[#@LINE+2]]:6: warning: unknown attribute '#ttcore.layout'; did you mean '#ttcore.metal_layout'? [unknown-attribute]
// CHECK: :[[#@LINE+1]]:14: note: fix: replace with 'metal_layout'
#a = #ttcore.layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #ttcore.memory_space<l1>>>

// -----
// The sigil of the definition is wrong: its uses are not reported.
// CHECK: :[[#@LINE+2]]:1: error: the value of '!l1' is an attribute; did you mean '#l1'? [syntax]
// CHECK: :[[#@LINE+1]]:1: note: fix: replace with '#'
!l1 = #tt.memory_space<l1>
!m = memref<2x4xf32, #l1>

// -----
// CHECK: :[[#@LINE+4]]:22: error: undefined symbol alias id 'l1'; did you mean '#ll'? [alias-undefined]
// CHECK: :[[#@LINE+3]]:22: note: fix: replace with '#ll'
// CHECK: :[[#@LINE+1]]:1: note: defined here, but not used
#ll = #tt.memory_space<l1>
!m = memref<2x4xf32, #l1>

// -----
// CHECK: :[[#@LINE+2]]:37: error: expected 'floordiv', found '//' [syntax]
// CHECK: :[[#@LINE+1]]:37: note: fix: replace with 'floordiv'
#a = #tt.grid<8x16, (d0, d1) -> (d1 // 8, d0, d1 mod 8)>

// -----
// CHECK: :[[#@LINE+1]]:39: error: unexpected '<>': dims become one in a sum with the size of the second, as in 'd0 * 32 + d1' [syntax]
#a = #tt.grid<8x8, (d0, d1) -> (0, d0 <> d1, d1)>

// -----
// The comma stays.
// CHECK: :[[#@LINE+2]]:39: error: unexpected '+' before ',' [syntax]
// CHECK: :[[#@LINE+1]]:39: note: fix: remove '+'
#a = #tt.grid<8x8, (d0, d1) -> (0, d0 + , d1)>

// -----
// CHECK: :[[#@LINE+1]]:15: error: an extent cannot be negative: found '-' after '8x' [syntax]
#a = #tt.grid<8x-8>

// -----
// CHECK: :[[#@LINE+2]]:17: error: expected '8', found '8.0' [syntax]
// CHECK: :[[#@LINE+1]]:17: note: fix: replace with '8'
#a = #tt.grid<8x8.0>

// -----
// CHECK: :[[#@LINE+2]]:9: error: expected '.', found ':' [syntax]
// CHECK: :[[#@LINE+1]]:9: note: fix: replace with '.'
#a = #tt:grid<8x8>

// -----
// CHECK: :[[#@LINE+2]]:84: error: expected an integer for 'host_volume', found '4_096' [syntax]
// CHECK: :[[#@LINE+1]]:84: note: fix: write '4096'
#a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4_096>

// -----
// CHECK: :[[#@LINE+1]]:63: error: expected an integer for 'host_volume', found '1.5MB' [syntax]
#a = #ttcore.host_layout<logical_shape = 33x37, host_volume = 1.5MB>

// -----
// The literal and its type.
// CHECK: :[[#@LINE+3]]:130: error: inferred shape of elements literal ([2, 2]) does not match type ([2]) [syntax]
// CHECK: :[[#@LINE+2]]:130: note: fix: replace with '2x2x'
// CHECK: :[[#@LINE+1]]:103: note: the literal is here
#a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2xi64>, l1, sharded>

// -----
// CHECK: :[[#@LINE+3]]:122: error: inferred shape of elements literal ([1, 2]) does not match type ([2, 2]) [syntax]
// CHECK: :[[#@LINE+2]]:122: note: fix: replace with '1x2x'
// CHECK: :[[#@LINE+1]]:103: note: the literal is here
#a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1]]> : tensor<2x2xi64>, l1, sharded>

// -----
// CHECK: :[[#@LINE+2]]:12: error: layout has no such fields; did you mean 'ttnn_layout'? [syntax]
// CHECK: :[[#@LINE+1]]:12: note: fix: replace with 'ttnn_layout'
#a = #ttnn.layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>

// -----
// CHECK: :[[#@LINE+2]]:140: error: metal_layout has no field 'memspace'; field 'memory_space' is written without its name [unknown-key]
// CHECK: :[[#@LINE+1]]:140: note: fix: remove 'memspace ='
#a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, memspace = l1, sharded>

// -----
// CHECK: :[[#@LINE+1]]:31: error: unexpected ',' before '8' [syntax]
!m = memref<4x8xf32, strided<[,8, 1]>, #tt.memory_space<l1>>

// -----
// No fix-it for a long text.
// CHECK: :[[#@LINE+2]]:15: error: expected a static shape such as 2x4 for 'shape', found '[12, 12, 12, 12, 12, 12, 12, 12,...' [syntax]
// CHECK-NOT: fix
#a = #tt.grid<[12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12]>
