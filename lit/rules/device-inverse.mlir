// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark:

// Transposed on the way back.
// CHECK: {{:[0-9]+:[0-9]+}}: warning: physical_to_virt_map is not the inverse of virt_to_physical_map: (7, 0) maps to chip and core (0, 7, 0) and back to (0, 7) [device-inverse]
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d2, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// Drops the chip.
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, meshShape = 1, chipIds = [0]>} : () -> ()

// -----

// From the core alone, with the chip in front (as in tests of tt-mlir).
"t.op"() {a = #ttcore.device<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>} : () -> ()
