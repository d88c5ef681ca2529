// RUN: not tt-opt --split-input-file --verify-only -Wlayout-device-fit %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Layouts that fit no device of their module, in cores, in extents or in rank.
// A grid that is larger in one extent than any device, though not in cores: a remark, by name only.
#d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>
// CHECK: :[[#@LINE+1]]:15: remark: an extent of layout grid 1x64 is larger than in any device of rank 2 (the largest is 8x8); a device that holds it: #tt.device<workerGrid = #tt.grid<1x64, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, meshShape = 1, chipIds = [0]> [layout-device-fit]
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x64>, memref<64x1xf32, #tt.memory_space<l1>>>>} : () -> ()
module attributes {tt.device = #d} {}

// -----

// The device has no map, or one with symbols or too many results: the map of the larger grid is not known.
// CHECK: :[[#@LINE+1]]:68: error: expected physical grid mapping to have 3 results, but the worker grid has no map to chip and core [device-map-rank]
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x8>, meshShape = , chipIds = [0]>} {}
// CHECK: :[[#@LINE+1]]:15: remark: an extent of layout grid 1x64 is larger than in any device of rank 2 (the largest is 8x8) [layout-device-fit]
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x64>, memref<64x1xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// CHECK: :[[#@LINE+1]]:70: error: the worker map must not have symbols, found 1 [device-map-symbols]
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1)[s0] -> (0, d0, d1 + s0)>, meshShape = , chipIds = [0]>} {}
// CHECK: :[[#@LINE+1]]:15: remark: an extent of layout grid 1x64 is larger than in any device of rank 2 (the largest is 8x8) [layout-device-fit]
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x64>, memref<64x1xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// The largest of several devices counts; a device with an empty grid does not.
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<2x2, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>} {}
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x4, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>} {}
// CHECK: :[[#@LINE+1]]:56: error: expected positive grid dimensions, got 0x9 [grid-positive]
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<0x9, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>} {}
// CHECK: :[[#@LINE+1]]:15: warning: layout grid 8x8 has 64 cores, but the largest device of rank 2 has 32 (8x4) [layout-device-fit]
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<8x8xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<8x8xf32, #tt.memory_space<l1>>>>} : () -> ()
"t.op"() {a = tensor<64x64xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<8x8xf32, #tt.memory_space<system>>>>} : () -> ()

// -----

// More cores than 64 bits can count.
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>} {}
// CHECK: :[[#@LINE+1]]:15: warning: layout grid 4294967296x4294967296 has more than 2^63 - 1 cores, but the largest device of rank 2 has 64 (8x8) [layout-device-fit]
"t.op"() {a = tensor<4294967296x4294967296xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4294967296x4294967296>, memref<1x1xf32, #tt.memory_space<l1>>>>} : () -> ()

// -----

// No device of that rank.
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [0]>} {}
// CHECK: :[[#@LINE+1]]:128: warning: this device shares 1 of its 2 chips (chip 0) with another one that has 1: expected none or the same chips [device-shared-chips]
module attributes {tt.device = #tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2, chipIds = [0, 1]>} {}
// CHECK: :[[#@LINE+1]]:15: warning: layout grid 8 has rank 1, but the devices of the module have other ranks; the first one has rank 2 (8x8) [layout-device-rank]
"t.op"() {a = tensor<64xf32, #tt.metal_layout<(d0) -> (d0), undef, <8>, memref<8xf32, #tt.memory_space<l1>>>>} : () -> ()
// CHECK: :[[#@LINE+1]]:69: error: expected positive grid dimensions, got 0 [grid-positive]
"t.op"() {a = tensor<64xf32, #tt.metal_layout<(d0) -> (d0), undef, <0>, memref<8xf32, #tt.memory_space<l1>>>>} : () -> ()
