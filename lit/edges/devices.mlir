// RUN: not tt-opt --split-input-file --verify-only --max-errors=1000 %s 2>&1 | FileCheck %s --implicit-check-not="{{(error|warning|remark): .*\[[a-z]}}"

// Devices and grids whose maps, meshes and chips are wrong in one thing each.
#g = #tt.grid<8x8, (d0, d1) -> (0, d0, d1, d0)>
// CHECK: :[[#@LINE+1]]:30: error: expected physical grid mapping to have 3 results (chip index, row and column of the core), got 4 [device-map-results]
#d = #tt.device<workerGrid = #g, meshShape = 1x1, chipIds = [0]>

// -----

// CHECK: :[[#@LINE+1]]:52: error: expected physical grid mapping to have 3 results, but the worker grid has no map to chip and core [device-map-rank]
#e = #tt.device<workerGrid = #tt.grid<8x8, () -> ()>, meshShape = , chipIds = [0]>

// -----

// CHECK: :[[#@LINE+1]]:44: error: the worker map must not have symbols, found 2 [device-map-symbols]
#f = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1)[s0, s1] -> (0, d0, d1 + s0 - s1)>, meshShape = , chipIds = [0]>

// -----

// CHECK: :[[#@LINE+1]]:95: error: chip id -1 is not in 0..4294967295 (a chip id is unsigned, 32 bits) [integer-range]
#h = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [-1, 4294967296]>

// -----

// CHECK: :[[#@LINE+2]]:94: error: expected chipIds size to match the volume of meshShape: meshShape (empty) has volume 1, chipIds lists 6 chips [device-mesh]
// CHECK: :[[#@LINE+1]]:81: note: the mesh is here
#i = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = , chipIds = [3, 3, 3, 4, 4, 4]>

// -----

// CHECK: :[[#@LINE+4]]:105: warning: no version of tt-mlir read a device with 'meshTopology' and without 'l1Map' [no-version]
// CHECK: :[[#@LINE+3]]:70: note: expected 'l1Map' here
// CHECK: :[[#@LINE+2]]:120: error: expected meshTopology size to match meshShape rank: 1 and 2 [device-mesh]
// CHECK: :[[#@LINE+1]]:82: note: the mesh is here
#j = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1x2, chipIds = [0, 1], meshTopology = [ring]>

// -----

// CHECK: :[[#@LINE+1]]:85: warning: no version of tt-mlir read a device with 'meshTopology' and without 'l1Map' [no-version]
#k = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, chipIds = [0], meshTopology = [ring]>

// -----

// CHECK: :[[#@LINE+3]]:78: warning: no version of tt-mlir read a device with 'dramGrid' and without 'l1Map' [no-version]
// CHECK: :[[#@LINE+2]]:109: note: expected 'l1Map' here
// CHECK: :[[#@LINE+1]]:89: error: expected positive dram grid dimensions, got 0x12 [grid-positive]
#l = #ttcore.device<workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramGrid = #ttcore.grid<0x12>, meshShape = 1, chipIds = [0]>

// -----

// CHECK: :[[#@LINE+1]]:44: error: the worker map exceeds the signed 64-bit range at logical core (2, 0) [integer-range]
#m = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0 * 4611686018427387904, d1)>, meshShape = 1, chipIds = [0]>

// -----

// CHECK: :[[#@LINE+3]]:70: warning: no version of tt-mlir read a device with 'l1Map' and without 'dramMap' [no-version]
// CHECK: :[[#@LINE+2]]:103: note: expected 'dramMap' here
// CHECK: :[[#@LINE+1]]:90: error: expected l1Map to have 4 results, got 3 [device-map-results]
#n = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1) -> (0, d0, d1), meshShape = 1, chipIds = [0]>

// -----

// CHECK: :[[#@LINE+3]]:70: warning: no version of tt-mlir read a device with 'dramMap' and without 'l1Map' [no-version]
// CHECK: :[[#@LINE+2]]:70: note: expected 'l1Map' here
// CHECK: :[[#@LINE+1]]:92: error: expected dramMap to have 4 results, got 3 [device-map-results]
#o = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, dramMap = (d0, d1) -> (0, d0, d1), meshShape = 1, chipIds = [0]>

// -----

// CHECK: :[[#@LINE+2]]:97: error: expected chipIds size to match the volume of meshShape: meshShape 0x2 has an extent below 1, chipIds lists 1 chip [device-mesh]
// CHECK: :[[#@LINE+1]]:82: note: the mesh is here
#p = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 0x2, chipIds = [0]>

// -----

// CHECK: :[[#@LINE+2]]:116: error: expected chipIds size to match the volume of meshShape: meshShape 1x2 has volume 2, chipIds lists 3 chips [device-mesh]
// CHECK: :[[#@LINE+1]]:101: note: the mesh is here
#q = #tt.device<workerGrid = #tt.grid<8x17, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1, 2]>

// -----

// CHECK: :[[#@LINE+1]]:57: error: logical core (0, 8) maps to chip index 6, expected an index into chipIds, 0..1 [device-map-range]
#r = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8 + 5, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>

// -----

// CHECK: :[[#@LINE+1]]:57: error: logical core (0, 0) maps to chip index -1, expected an index into chipIds, 0..1 [device-map-range]
#s = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8 - 1, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>

// -----

// CHECK: :[[#@LINE+2]]:102: warning: no logical core maps to chip 1, at index 1 of chipIds (and 6 more chips) [device-chip-unused]
// CHECK: :[[#@LINE+1]]:45: note: the worker map reaches 1 of 8 chips
#t = #tt.device<workerGrid = #tt.grid<8x64, (d0, d1) -> (0, d0, d1)>, meshShape = 1x8, chipIds = [0, 1, 2, 3, 4, 5, 6, 7]>

// -----

// CHECK: :[[#@LINE+2]]:56: error: logical cores (0, 4) and (1, 1) map to the same physical core: core (6, 0) of the chip at index 0 of chipIds [device-map-overlap]
// CHECK: :[[#@LINE+1]]:56: note: fix: the map of meshShape 1 (replace '(d0, d1) -> (0, (d0 + d1 * 7) floordiv 1...' with '(d0, d1) -> (0, d0, d1)')
#u = #tt.device<workerGrid = #tt.grid<1000003x1000003, (d0, d1) -> (0, (d0 + d1 * 7) floordiv 13 + (d0 * 5 + d1) mod 1000003, (d0 + d1 * 3) floordiv 1000)>, meshShape = 1, chipIds = [0]>

// -----

// CHECK: :[[#@LINE+2]]:45: error: logical cores (0, 1) and (0, 9) map to the same physical core: core (0, 1) of the chip at index 1 of chipIds [device-map-overlap]
// CHECK: :[[#@LINE+1]]:45: note: fix: the map of meshShape 1x2 (replace '(d0, d1) -> ((d0 * 16 + d1) ceildiv 128,...' with '(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8...')
#v = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> ((d0 * 16 + d1) ceildiv 128, d0, d1 mod 8)>, meshShape = 1x2, chipIds = [0, 1]>

// -----

// CHECK: :[[#@LINE+3]]:45: warning: logical core (0, 4) maps to chip index 0, but its position in meshShape 1x2 is 1 [device-mesh-topology]
// CHECK: :[[#@LINE+2]]:101: note: the mesh is here
// CHECK: :[[#@LINE+1]]:45: note: the map of meshShape 1x2 is (d0, d1) -> (d1 floordiv 4, (d0 * 4 + d1 mod 4) floordiv 8, (d0 * 4 + d1 mod 4) mod 8)
#w = #tt.device<workerGrid = #tt.grid<16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 8, d1)>, meshShape = 1x2, chipIds = [0, 1]>

// -----

#x = #tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (d0, d1, d2)>, meshShape = 2x1, chipIds = [0, 1]>

// -----

// CHECK: :[[#@LINE+2]]:46: error: logical cores (0, 0, 0) and (1, 0, 0) map to the same physical core: core (0, 0) of the chip at index 0 of chipIds [device-map-overlap]
// CHECK: :[[#@LINE+1]]:46: note: fix: the map of meshShape 2x1x1 (replace '(d0, d1, d2) -> (0, d1, d2)' with '(d0, d1, d2) -> (d0, d1, d2)')
#y = #tt.device<workerGrid = #tt.grid<2x8x8, (d0, d1, d2) -> (0, d1, d2)>, meshShape = 2x1x1, chipIds = [0, 1]>

// -----

// CHECK: :[[#@LINE+2]]:95: error: expected chipIds size to match the volume of meshShape: meshShape 1 has volume 1, chipIds lists 2 chips [device-mesh]
// CHECK: :[[#@LINE+1]]:82: note: the mesh is here
#z = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0, 1]>

// -----

// CHECK: :[[#@LINE+1]]:96: warning: physical_to_virt_map is not the inverse of virt_to_physical_map: (7, 0) maps to chip and core (0, 7, 0) and back to (0, 7) [device-inverse]
#a1 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d2, d1)>

// -----

#a2 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>

// -----

#a3 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1) -> (d0, d1)>

// -----

// CHECK: :[[#@LINE+1]]:118: warning: physical_to_virt_map is not the inverse of virt_to_physical_map: (1, 0) maps to chip and core (0, 4611686018427387904, 0) and back to (4611686018427387904, 0) [device-inverse]
#a4 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0 * 4611686018427387904, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>

// -----

#a5 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2)[s0] -> (d1, d2 + s0)>

// -----

// CHECK: :[[#@LINE+1]]:20: error: expected positive grid dimensions, got 8x0 [grid-positive]
#a6 = #ttcore.grid<8x0, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>

// -----

#a7 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (0, d1, d2)>

// -----

// CHECK: :[[#@LINE+1]]:96: warning: physical_to_virt_map is not the inverse of virt_to_physical_map: (0, 0) maps to chip and core (0, 0, 0) and back to chip and core (1, 0, 0) [device-inverse]
#a8 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d0 + 1, d1, d2)>

// -----

#a9 = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1)[s0] -> (0, d0, d1 + s0), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>

// -----

// CHECK: :[[#@LINE+1]]:20: error: expected static shape: '?' is not allowed in 'shape' [syntax]
#b1 = #ttcore.grid<?x8>
