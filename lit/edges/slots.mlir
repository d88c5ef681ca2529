// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// A field that is missing before another one: its name and its values, not the next alternative.
// CHECK: :[[#@LINE+1]]:47: error: expected out-of-bounds value for 'oob_val' (undef, zero, one, inf, neginf) before 'grid', found '<1x1>' [syntax]
#a = #tt.metal_layout<(d0, d1) -> (d0, d1),   <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+1]]:54: error: expected grid for 'grid' such as <2x2> before 'memref', found 'memref<{{.*}}' [syntax]
#a = #tt.metal_layout<(d0, d1) -> (d0, d1),   undef, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// Brackets that are missing, or of another kind.
// CHECK: :[[#@LINE+2]]:52: error: expected '<' before the value of 'grid', found '1x1' [syntax]
// CHECK: :[[#@LINE+1]]:52: note: fix: write '<1x1>'
#a = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, 1x1, memref<64x128xf32, #tt.memory_space<l1>>>

// -----
// CHECK: :[[#@LINE+2]]:100: error: expected '[' before the value of 'chipIds', found '(0)' [syntax]
// CHECK: :[[#@LINE+1]]:100: note: fix: write '[0]'
#a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1,      chipIds = (0)>

// -----
// CHECK: :[[#@LINE+2]]:24: error: expected memory space for 'value' without brackets, found '<l1>' [syntax]
// CHECK: :[[#@LINE+1]]:24: note: fix: write 'l1'
#a = #tt.memory_space< <l1> >

// -----
// CHECK: :[[#@LINE+2]]:16: error: expected 'x' between the extents of 'shape', found ','; did you mean '2x2'? [syntax]
// CHECK: :[[#@LINE+1]]:15: note: fix: replace with '2x2'
#a = #tt.grid<2, 2>

// -----
// Named fields that are written by position: one error, and one fix-it for all of them.
// CHECK: :[[#@LINE+2]]:27: error: expected 'logical_shape' here: metal_layout needs the field 'logical_shape'; write 'logical_shape = 64x128' [missing-key]
// CHECK: :[[#@LINE+1]]:27: note: fix: insert 'logical_shape = '
#a = #ttcore.metal_layout<64x128, 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>

// -----
// Of several keywords that may be absent the one with a near word.
// CHECK: :[[#@LINE+2]]:150: error: unknown tensor memory layout 'shard'; did you mean 'sharded'? expected one of interleaved, sharded [unknown-keyword]
// CHECK: :[[#@LINE+1]]:150: note: fix: replace with 'sharded'
#a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>,       l1, shard>

// -----
// CHECK: :[[#@LINE+2]]:146: error: expected memory space for 'memory_space' without brackets, found '<l1>' [syntax]
// CHECK: :[[#@LINE+1]]:146: note: fix: write 'l1'
#x = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, zero, <l1>, sharded>

// -----
// CHECK: :[[#@LINE+1]]:156: error: field 'memory_space' is out of order; expected it before 'memory_layout' [syntax]
#x = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, sharded, l1>

// -----
// CHECK: :[[#@LINE+2]]:60: error: expected ',' before 'l1_size' [syntax]
// CHECK: :[[#@LINE+1]]:58: note: fix: insert ','
#x = #tt.system_desc<[{arch = <wormhole_b0>, grid = <8x8>  l1_size = 1048576, num_dram_channels = 12, dram_channel_size = 1048576}], [0], [<host_mmio>], [<0, 0, 0, 0>]>
