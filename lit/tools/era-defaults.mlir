// A default that tt-mlir never prints is not printed; one that some date elides and another requires is kept as written, and with
// --era follows the date. Before a later field that could not be parsed without it, it is kept.
// RUN: tt-opt --parse-only --verify-roundtrip %s | FileCheck %s

// CHECK: #bool = {{.*}}<interleaved>>{{$}}
#bool = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>, ignorePhysicalLayout = false>
// CHECK: #between = {{.*}}<interleaved>, ignorePhysicalLayout = true>{{$}}
#between = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>, exactGrid = false, ignorePhysicalLayout = true>
// CHECK: #old = {{.*}}<interleaved>>{{$}}
#old = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>, false>
// CHECK: #none = {{.*}}#tt.memory_space<l1>>>{{$}}
#none = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x32xf32, #tt.memory_space<l1>>, none>
// CHECK: #grid = #tt.grid<8x8>
#grid = #tt.grid<8x8, () -> ()>
// CHECK: #thread = #d2m.thread<datamovement>
#thread = #d2m.thread<datamovement, dm_core = -1>
// CHECK: #buffers = #tt.stream<(d0, d1) -> (d0, d1), alias>
#buffers = #tt.stream<(d0, d1) -> (d0, d1), alias, 1>
// CHECK: #map = #ttcore.shard<32x4, 2>
#map = #ttcore.shard<32x4, 2, () -> ()>
// CHECK: #kept = #tt.shard<32x4, 1>
#kept = #tt.shard<32x4, 1>
// CHECK: #system = {{.*}}undef, system, sharded, index_map = map(0)>
#system = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, system, sharded, index_map = map(0)>
// CHECK: #two = #tt.shard<32x4, 2>
#two = #tt.shard<32x4, 2>
