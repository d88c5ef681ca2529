// RUN: not tt-opt --verify-only --split-input-file --era=2024-08-01 %s 2>&1 | FileCheck %s --check-prefix=ON-2024-08-01 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2024-09-10 %s 2>&1 | FileCheck %s --check-prefix=ON-2024-09-10 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2025-01-01 %s 2>&1 | FileCheck %s --check-prefix=ON-2025-01-01 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-03-01 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-03-01 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"
// RUN: not tt-opt --verify-only --split-input-file --era=2026-05-01 %s 2>&1 | FileCheck %s --check-prefix=ON-2026-05-01 --implicit-check-not="[layout-" --implicit-check-not="[ttnn-" --implicit-check-not="[device-" --implicit-check-not="[grid-" --implicit-check-not="[core-" --implicit-check-not="[tile-"

// tt-mlir's verifier of devices, with its messages and dates. Devices without memory maps, as in the specification, are accepted on every
// date. This file does not test syntax that a date rejects.

// ON-2024-09-10: :[[#@LINE+1]]:{{[0-9]+}}: error: expected at least one chip, chipIds is empty [device-chips]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), chipIds = []>} : () -> ()

// -----

// ON-2024-08-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected at least one chip, chipIds is empty [device-chips]
"t.op"() {a = #tt.device<#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, []>} : () -> ()

// -----

// ON-2024-08-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected positive grid dimensions, got 0x8 [grid-positive]
"t.op"() {a = #tt.device<#tt.grid<0x8, (d0, d1) -> (0, d0, d1)>, [0]>} : () -> ()

// -----

// ON-2024-08-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected physical grid mapping to have 3 results (chip index, row and column of the core), got 2 [device-map-results]
"t.op"() {a = #tt.device<#tt.grid<8x8, (d0, d1) -> (d0, d1)>, [0]>} : () -> ()

// -----

// ON-2025-01-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected at least one chip, chipIds is empty [device-chips]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = , chipIds = []>} : () -> ()

// -----

// ON-2025-01-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected chipIds size to match the volume of meshShape: meshShape 2x1 has volume 2, chipIds lists 1 chip [device-mesh]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = 2x1, chipIds = [0]>} : () -> ()

// -----

// ON-2025-01-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected positive grid dimensions, got 0x8 [grid-positive]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<0x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// ON-2025-01-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected physical grid mapping to have 3 results (chip index, row and column of the core), got 2 [device-map-results]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (d0, d1)>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// ON-2025-01-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected l1Map to have 4 results, got 3 [device-map-results]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0) -> (0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// ON-2025-01-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected dramMap to have 4 results, got 3 [device-map-results]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,d0), meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// ON-2026-03-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected meshTopology size to match meshShape rank: 1 and 2 [device-mesh]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = 1x1, chipIds = [0], meshTopology = [ring]>} : () -> ()

// -----

// ON-2026-05-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected positive worker grid dimensions, got 0x8 [grid-positive]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<0x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = , chipIds = [0]>} : () -> ()

// -----

// ON-2026-05-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected 2D dram grid, got 3D [device-dram-grid]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12x1>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = , chipIds = [0]>} : () -> ()

// -----

// ON-2026-05-01: :[[#@LINE+1]]:{{[0-9]+}}: error: expected positive dram grid dimensions, got 0x12 [grid-positive]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<0x12>, l1Map = (d0) -> (0,0,0,d0), dramMap = (d0) -> (0,0,0,d0), meshShape = , chipIds = [0]>} : () -> ()
