// RUN: tt-opt --era=2025-01-15 --migrate=2025-12-15 %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Other tools read these: FileCheck --check-prefix=LEFT

// CHECK: :[[#@LINE+1]]:10: warning: metal_layout has another syntax on this date, and is not migrated: its end is not in this pattern [migrate-pattern]
// LEFT: #tt.metal_layout<(d0, d1) -> (d0, d1)
// LEFT: #ttnn.ttnn_layout<(d0) -> (d0), <1>, memref<1xf32, #l>, interleaved>
