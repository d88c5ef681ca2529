// RUN: not tt-opt --verify-only --split-input-file --era=2025-12-06 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-12-06 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-03-01 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-03-01 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-05-27 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-05-27 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-05-28 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-05-28 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"

// tt-mlir's verifier of the named metal_layout, in its words: from 2025-12-05 on, and of ranks below 2 until 2026-05-28. On the day of
// a change the less strict rule applies. This file does not test syntax that a date rejects.

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: logical_shape must have at least 2 dimensions, got 1 [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 32, dim_alignments = 32, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2026-03-01: :[[#@LINE+1]]:{{[0-9]+}}: error: logical_shape must have at least 2 dimensions, got 1 [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 32, dim_alignments = 32, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>, undef, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+1]]:{{[0-9]+}}: error: logical_shape must have at least 2 dimensions, got 1 [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 32, dim_alignments = 32, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>, l1, sharded>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: dim_alignments size (3) must match logical_shape rank (2) [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32x1, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: dim_alignments[0] must be positive, got 0 [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 0x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals must be a 2D array, got rank 1 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[0, 1]> : tensor<2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals must have pairs (second dim size 2), got 3 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1, 2]]> : tensor<1x3xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start index 5 is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[5, 2]]> : tensor<1x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start index -10 (normalized: -8) is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[-10, 1]]> : tensor<1x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals end index 10 is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 10]]> : tensor<1x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2025-12-06: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start (1) must not exceed end (0) [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>, undef, l1, sharded, index_map = map(0)>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: dim_alignments size (3) must match logical_shape rank (2) [layout-alignments]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: dim_alignments size (3) must match logical_shape rank (2) [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32x1, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: dim_alignments[0] must be positive, got 0 [layout-alignments]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: dim_alignments[0] must be positive, got 0 [layout-alignments]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 0x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: collapsed_intervals must be a 2D array, got rank 1 [layout-intervals]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals must be a 2D array, got rank 1 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[0, 1]> : tensor<2xi64>, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: collapsed_intervals must have pairs (second dim size 2), got 3 [layout-intervals]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals must have pairs (second dim size 2), got 3 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 1, 2]]> : tensor<1x3xi64>, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: collapsed_intervals start index 5 is out of bounds for logical_shape rank 2 [layout-intervals]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start index 5 is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[5, 2]]> : tensor<1x2xi64>, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: collapsed_intervals start index -10 (normalized: -8) is out of bounds for logical_shape rank 2 [layout-intervals]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start index -10 (normalized: -8) is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[-10, 1]]> : tensor<1x2xi64>, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: collapsed_intervals end index 10 is out of bounds for logical_shape rank 2 [layout-intervals]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals end index 10 is out of bounds for logical_shape rank 2 [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[0, 10]]> : tensor<1x2xi64>, l1, sharded>} : () -> ()

// -----

// ON-2026-05-27: :[[#@LINE+2]]:{{[0-9]+}}: error: collapsed_intervals start (1) must not exceed end (0) [layout-intervals]
// ON-2026-05-28: :[[#@LINE+1]]:{{[0-9]+}}: error: collapsed_intervals start (1) must not exceed end (0) [layout-intervals]
"t.op"() {a = #ttcore.metal_layout<logical_shape = 8x32, dim_alignments = 8x32, collapsed_intervals = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>, l1, sharded>} : () -> ()
