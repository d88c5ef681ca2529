// RUN: not tt-opt --verify-only --split-input-file --era=2024-08-09 %s 2>&1 | FileCheck %s --check-prefix=ON-2024-08-09 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-04-02 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-04-02 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-03-26 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-03-26 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"

// tt-mlir's verifiers of core ranges, in its words: of ttnn from 2025-04-01 on, of ttcore from 2026-03-25 on. And of tiles, from 2024-08-08 on.

// ON-2025-04-02: :[[#@LINE+2]]:{{[0-9]+}}: error: start coordinates #ttnn.core_coord<-1, 0> must be non-negative [core-range]
// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: start coordinates #ttnn.core_coord<-1, 0> must be non-negative [core-range]
"t.op"() {a = #ttnn.core_range<(-1,0), (1,1)>} : () -> ()

// -----

// ON-2025-04-02: :[[#@LINE+2]]:{{[0-9]+}}: error: Start coordinates #ttnn.core_coord<1, 1> must be less than or equal to end coordinates #ttnn.core_coord<0, 1> [core-range]
// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: Start coordinates #ttnn.core_coord<1, 1> must be less than or equal to end coordinates #ttnn.core_coord<0, 1> [core-range]
"t.op"() {a = #ttnn.core_range<(1,1), (0,1)>} : () -> ()

// -----

// ON-2025-04-02: :[[#@LINE+2]]:{{[0-9]+}}: error: end coordinates #ttnn.core_coord<0, -1> must be non-negative [core-range]
// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: end coordinates #ttnn.core_coord<0, -1> must be non-negative [core-range]
"t.op"() {a = #ttnn.core_range<(0,0), (0,-1)>} : () -> ()

// -----

// ON-2025-04-02: :[[#@LINE+2]]:{{[0-9]+}}: error: Core ranges overlap: #ttnn.core_range<(0,0), (1,1)> and #ttnn.core_range<(1,1), (2,2)> [core-range]
// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: Core ranges overlap: #ttnn.core_range<(0,0), (1,1)> and #ttnn.core_range<(1,1), (2,2)> [core-range]
"t.op"() {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,1)>, #ttnn.core_range<(1,1), (2,2)>]>} : () -> ()

// -----

// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: start coordinates #ttcore<core_coord -1x0> must be non-negative [core-range]
"t.op"() {a = #ttcore.core_range<(-1,0), (1,1)>} : () -> ()

// -----

// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: end coordinates #ttcore<core_coord -1x1> must be non-negative [core-range]
"t.op"() {a = #ttcore.core_range<(0,0), (-1,1)>} : () -> ()

// -----

// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: Start coordinates #ttcore<core_coord 1x1> must be less than or equal to end coordinates #ttcore<core_coord 0x1> [core-range]
"t.op"() {a = #ttcore.core_range<(1,1), (0,1)>} : () -> ()

// -----

// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: Start coordinates #ttcore<core_coord 0x2> must be less than or equal to end coordinates #ttcore<core_coord 1x1> [core-range]
"t.op"() {a = #ttcore.core_range<(0,2), (1,1)>} : () -> ()

// -----

// ON-2024-08-09: :[[#@LINE+2]]:{{[0-9]+}}: error: expected 2D shape, height x width, got 3 dims [tile-shape]
// ON-2025-04-02: :[[#@LINE+1]]:{{[0-9]+}}: error: expected 2D shape, height x width, got 3 dims [tile-shape]
"t.op"() {a = !tt.tile<32x32x1, f32>} : () -> ()

// -----

// ON-2026-03-26: :[[#@LINE+1]]:{{[0-9]+}}: error: expected 2D shape, height x width, got 1 dim [tile-shape]
"t.op"() {a = !ttcore.tile<32, f32>} : () -> ()
