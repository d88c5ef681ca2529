// The defaults of the named layout on three dates: printed in brackets, elided, required.
// RUN: tt-opt --parse-only --era=2025-10-01 --verify-roundtrip %s | FileCheck %s --check-prefix=ELIDED
// RUN: tt-opt --parse-only --verify-roundtrip %s | FileCheck %s --check-prefix=KEPT

// ELIDED: #all = {{.*}}, undef>{{$}}
// KEPT: #all = {{.*}}, undef, system, sharded, index_map = map(0)>{{$}}
#all = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, system, sharded, index_map = map(0)>
// ELIDED: #space = {{.*}}, undef, l1>{{$}}
// KEPT: #space = {{.*}}, undef, l1, sharded, index_map = () -> ()>{{$}}
#space = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded, index_map = () -> ()>
// Without `system` the map could not be parsed again.
// ELIDED: #view = {{.*}}, undef, system, sharded, index_map = map(4)>{{$}}
// KEPT: #view = {{.*}}, undef, system, sharded, index_map = map(4)>{{$}}
#view = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, system, sharded, index_map = map(4)>
