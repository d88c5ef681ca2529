// RUN: tt-opt --split-input-file --verify-only %s 2>&1 | FileCheck %s --implicit-check-not="{{error|warning}}:"
// RUN: not tt-opt --split-input-file --verify-only --system-desc=wormhole_b0 %s 2>&1 | FileCheck %s --check-prefix=DEFAULT

// In an alias before its module; the device is the only description of the chips.
// CHECK: :[[#@LINE+2]]:28: warning: core (63,0) (x,y) of this range is outside the 8x8 cores (rows x columns) of the device [core-range-outside-chip]
// CHECK: note: the device is described here
#wide = #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (63,0)>]>, <32x32>, <row_major>>
module {
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = #wide, b = #ttnn.core_range<(0,0), (7,7)>} : () -> ()
}

// -----

// A transposed device of a chip with fewer rows than columns; ranges with a size, rows first.
// CHECK: :[[#@LINE+4]]:17: warning: core (4,0) (x,y) of this range is outside the 8x4 cores (rows x columns) of the device
// CHECK: :[[#@LINE+4]]:17: warning: core (7,3) (x,y) of this range is outside the 8x4 cores
module {
  tt.device @device = <workerGrid = #tt.grid<4x8, (d0, d1) -> (0, d1, d0)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = #ttnn.core_range<(4,0), (4,0)>, b = #ttnn.core_range<(3,7), (3,7)>} : () -> ()
  "t.op"() {a = #ttnn.core_range<0x0, 4x8>, b = #ttnn.core_range<0x0, 8x4>} : () -> ()
}

// -----

// The virtual grid of a layout in L1: 1x64 on 8x8 cores is legal, 1x72 is not.
// CHECK: :[[#@LINE+4]]:{{.*}}: warning: core (7,8) (x,y) of this virtual grid is outside the 8x8 cores (rows x columns) of the device
module {
  tt.device @device = <workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x64, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, memref<32x32xf32, #ttnn.buffer_type<l1>>, <width_sharded>>} : () -> ()
  "t.op"() {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x72, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, memref<32x32xf32, #ttnn.buffer_type<l1>>, <width_sharded>>} : () -> ()
}

// -----

// Near misses: the ranges of tensors in DRAM are banks, inline, by alias, and in a memory configuration.
#banks = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (11,0)>]>
module {
  ttcore.device @device = <workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {
    a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x12>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (11,0)>]>>,
    b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x12>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <width_sharded>, core_ranges = #banks>,
    c = #ttnn.memory_config<#ttnn.buffer_type<dram>, <width_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (11,0)>]>, <32x32>, <row_major>>>
  } : () -> ()
}

// -----

// Near miss: without a system or a device nothing is known of the chips, unless there is a default system.
// DEFAULT: :[[#@LINE+1]]:15: warning: core (63,0) (x,y) of this range is outside the 8x8 cores (rows x columns) of a chip of the default system [core-range-outside-chip]
"t.op"() {a = #ttnn.core_range<(0,0), (63,0)>} : () -> ()

// -----

// Near miss: the device is larger than the range.
module {
  tt.device @device = <workerGrid = #tt.grid<10x13, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>
  "t.op"() {a = #ttnn.core_range<(0,0), (12,9)>} : () -> ()
}
