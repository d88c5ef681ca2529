// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// A memory layout without brackets ended on 2024-12-06, and the dialect ttcore began later.
// CHECK: :[[#@LINE+2]]:117: warning: no version of tt-mlir read this ttnn_layout: 'interleaved' without brackets is valid from 2024-11-17 to 2024-12-05 [no-version]
// CHECK: :[[#@LINE+1]]:117: note: fix: write '<interleaved>'
#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, interleaved>

// -----

// Near misses: the texts of both dates.
#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, interleaved>

// -----

#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>

// -----

// CHECK: :[[#@LINE+1]]:6: warning: no version of tt-mlir read a system_desc with these fields [no-version]
#s = #ttcore.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [], [], [0x0x0x0]>

// -----

// The version that differs least is meant: a field that it lacks, one that it needs, its name in that version, its
// dialect.
// CHECK: :[[#@LINE+2]]:24: warning: no version of tt-mlir read a grid with 'virt_to_physical_map' and without 'physical_to_virt_map' [no-version]
// CHECK: :[[#@LINE+1]]:70: note: expected 'physical_to_virt_map' here
#g = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1)>

// -----
// CHECK: :[[#@LINE+2]]:27: warning: no version of tt-mlir read a metal_layout with 'logical_shape' and without 'collapsed_intervals' [no-version]
// CHECK: :[[#@LINE+1]]:75: note: expected 'collapsed_intervals' here
#l = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, l1, sharded>

// -----
// CHECK: :[[#@LINE+2]]:75: warning: no version of tt-mlir read a metal_layout with 'collapse_dims' and the other fields; did you mean 'collapsed_intervals'? [no-version]
// CHECK: :[[#@LINE+1]]:75: note: fix: replace with 'collapsed_intervals'
#l = #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapse_dims = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>

// -----
// CHECK: :[[#@LINE+2]]:71: warning: no version of tt-mlir read a metal_layout with 'collapsed_intervals' in the dialect 'tt'; did you mean 'ttcore'? [no-version]
// CHECK: :[[#@LINE+1]]:7: note: fix: replace with 'ttcore'
#l = #tt.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>

// -----
// CHECK: :[[#@LINE+1]]:150: warning: no version of tt-mlir read a ttnn_layout with 'core_ranges' and 'exactGrid' [no-version]
#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x4x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <width_sharded>, exactGrid = true, core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>>
