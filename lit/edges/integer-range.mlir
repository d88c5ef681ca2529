// RUN: not tt-opt --verify-only -Wno-mixed-eras %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"

// A number that is part of a value is told like one that is the whole value.
// CHECK: :[[#@LINE+1]]:37: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #ttcore.core_range<(0,99999999999999999999), (7,7)>} : () -> ()
// CHECK: :[[#@LINE+1]]:40: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #ttnn.core_range<(0,0), (-99999999999999999999,3)>} : () -> ()
// CHECK: :[[#@LINE+1]]:34: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #tt<core_coord (0, 99999999999999999999)>} : () -> ()
// CHECK: :[[#@LINE+1]]:52: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #tt.mesh_sharding<"mesh", [ 2(0),  4(99999999999999999999)]>} : () -> ()
// CHECK: :[[#@LINE+1]]:42: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #tt.mesh_sharding<"mesh": [99999999999999999999, 2]>} : () -> ()
// CHECK: :[[#@LINE+1]]:79: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #tt.system_desc<[<#tt.arch<wormhole_b0>, #tt.grid<8x8>>], [0], [99999999999999999999], [<0, 0, 0, 0>]>} : () -> ()
// CHECK: :[[#@LINE+1]]:33: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #tt.mesh<"mesh" = 99999999999999999999>} : () -> ()
// CHECK: :[[#@LINE+1]]:24: error: integer does not fit 64 bits [integer-range]
"t.op"() {a = #tt.grid<99999999999999999999>} : () -> ()
// CHECK: :[[#@LINE+1]]:15: error: collapsed_intervals must hold integers of 64 bits (i64) [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 99999999999999999999]]> : tensor<2x2xi64>, undef, l1>} : () -> ()
// CHECK: :[[#@LINE+1]]:15: error: collapsed_intervals must hold integers of 64 bits (i64) [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2.0]]> : tensor<2x2xf32>, undef, l1>} : () -> ()

// The largest there is.
"t.op"() {a = #ttcore.core_range<(0,9223372036854775807), (7,9223372036854775807)>} : () -> ()
