// RUN: tt-opt --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"
// RUN: not tt-opt --verify-only --split-input-file --target=ttnn -Wno-layout-device-rank %s 2>&1 | FileCheck %s --check-prefix=TTNN --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// What depends on the whole section (devices, systems) has its diagnostic at each use, too.
#layout = #tt.metal_layout<(d0, d1, d2) -> (d0, d1, d2), undef, <1x1x1>, memref<2x8x32xf32, #tt.memory_space<l1>>>
// CHECK: :[[#@LINE+5]]:22: warning: layout grid 1x1x1 has rank 3, but the device of the module has rank 2 (8x8) [layout-device-rank]
// CHECK: :[[#@LINE+5]]:22: note: also used here
// CHECK: :[[#@LINE+4]]:51: note: also used here
// TTNN: :[[#@LINE+2]]:22: error: unsupported grid of rank 3 for TTNN; supported: rank 2, with outer dims only for the mesh of a device [ttnn-grid-rank]
// TTNN: :[[#@LINE+2]]:22: note: also used here
func.func private @a(tensor<2x8x32xf32, #layout>)
func.func private @b(tensor<2x8x32xf32, #layout>, tensor<2x8x32xf32, #layout>)
tt.device @d = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x1, chipIds = [0]>

// Tile sizes: once for a size.
// CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: tile size 8x8 is not supported; expected one of
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: note: also used here
// TTNN: warning: tile size 8x8
func.func private @c(memref<2x!tt.tile<8x8, f32>>, memref<3x!tt.tile<8x8, bf16>>)
