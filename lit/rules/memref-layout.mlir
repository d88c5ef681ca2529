// RUN: not tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#l1 = #ttcore.memory_space<l1>

// CHECK: memref-layout.mlir:[[#@LINE+2]]:13: error: the memref has rank 3, but its layout is for rank 4: a grid, and a shard with a stride for each dim [memref-layout]
// CHECK: note: the layout of the memref
!a = memref<1x2x4xf32, #ttcore.shard<16x4, 1>, #l1>
// CHECK: :[[#@LINE+1]]:13: error: the memref has rank 3, but its layout is for rank 4: a grid, and a shard with a stride for each dim [memref-layout]
!b = memref<1x2x4xf32, #ttcore.interleaved<16x4>, #l1>
// CHECK: :[[#@LINE+1]]:13: error: the memref has rank 3, but its layout is for rank 2 [memref-layout]
!c = memref<1x2x4xf32, #ttcore.cb_layout<16x4, 1>, #l1>
// CHECK: :[[#@LINE+1]]:13: error: the memref has rank 3, but its layout is for rank 4 [memref-layout]
!d = memref<1x2x4xf32, #ttcore.view<4>, #l1>
// CHECK: :[[#@LINE+1]]:13: error: the memref has rank 3, but its layout is for rank 2 [memref-layout]
!e = memref<1x2x4xf32, #ttcore.view<(d0, d1) -> (d1, d0)>, #l1>
// CHECK: :[[#@LINE+1]]:26: error: the number of buffers must be at least 1, found -1 [memref-layout]
#f = #ttcore.shard<16x4, -1>
// CHECK: :[[#@LINE+1]]:30: error: the number of buffers must be at least 1, found 0 [memref-layout]
#g = #ttcore.cb_layout<16x4, 0>

// -----

// CHECK: :[[#@LINE+1]]:64: error: expected one stride for each of the 2 dims of logical_shape, found 1 [memref-layout]
#a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64, host_volume = 4096>
// CHECK: :[[#@LINE+1]]:84: error: host_volume must be at least 2085, where the last element is; found 2084 [memref-layout]
#b = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 2084>
// CHECK: :[[#@LINE+1]]:84: error: host_volume must be at least 2085, where the last element is; found -1 [memref-layout]
#c = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = -1>

// -----

// Near misses
#l1 = #ttcore.memory_space<l1>
!a = memref<1x1x2x4xf32, #ttcore.shard<16x4, 1>, #l1>
!b = memref<2x4xf32, #ttcore.cb_layout<16x4, 1>, #l1>
!c = memref<1x2x4xf32, #ttcore.view<3>, #l1>
!d = memref<1x2x4xf32, #ttcore.view<map(3)>, #l1>
#e = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 2085>
#f = #ttcore.host_layout<logical_shape = 0x37, host_strides = 64x1, host_volume = 0>

// -----

// CHECK: :[[#@LINE+1]]:48: error: a memref with a layout of device memory has a memory space, in L1 or DRAM; found none [memref-layout]
!a = memref<1x1x2x4xf32, #ttcore.shard<16x4, 1>>
