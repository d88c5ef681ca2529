// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// A memory layout without brackets ended on 2024-12-06, and the dialect ttcore began later.
// CHECK: :[[#@LINE+2]]:117: warning: no version of tt-mlir read this ttnn_layout: 'interleaved' without brackets is read from 2024-11-17 to 2024-12-05 [no-version]
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
