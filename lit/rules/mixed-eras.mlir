// RUN: tt-opt --verify-only --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not tt-opt --verify-only --split-input-file --era=2025-09-01 %s 2>&1 | FileCheck %s --check-prefix=ERA --implicit-check-not=warning:
// RUN: sed -e '/^ *\/\/ [A-Z]*:/d' %s > %t.mlir && tt-opt --split-input-file --fix -i %t.mlir 2>/dev/null; FileCheck %s --check-prefix=FIXED < %t.mlir
// ERA: error: the dialect 'tt' is valid

// Once in a section, at the first name of the dialect that has fewer names.
// CHECK: mixed-eras.mlir:[[#@LINE+3]]:26: warning: dialect 'tt' of '!tt.tile' does not match the dialect 'ttcore' of this section; ttcore replaced tt on 2025-06-17 [mixed-eras]
// CHECK: mixed-eras.mlir:[[#@LINE+2]]:27: note: fix: change the dialect to 'ttcore'
// CHECK: mixed-eras.mlir:[[#@LINE+1]]:48: note: the first name of dialect 'ttcore' in this section
"t.op"() {a = memref<2x2x!tt.tile<32x32, f32>, #ttcore.memory_space<l1>>, b = !tt.tile<32x32, f32>} : () -> ()
"t.op"() {a = #ttcore.grid<2x2>, b = "#tt.grid", c = !ttcore.tile<32x32, f32>} : () -> () // #tt.grid<2x2>
// FIXED: memref<2x2x!ttcore.tile<32x32, f32>, #ttcore.memory_space<l1>>, b = !ttcore.tile<32x32, f32>}

// -----

// As many of both: at the one that is first. A name that only one dialect has is not renamed.
// CHECK: mixed-eras.mlir:[[#@LINE+3]]:15: warning: dialect 'ttcore' of '#ttcore.tensor_mesh' does not match the dialect 'tt'
// CHECK-NOT: fix:
// CHECK: mixed-eras.mlir:[[#@LINE+2]]:15: note: the first name of dialect 'tt' in this section
"t.op"() {a = #ttcore.tensor_mesh<"mesh">} : () -> ()
"t.op"() {a = #tt.grid<2x2>} : () -> ()

// -----

// CHECK: mixed-eras.mlir:[[#@LINE+3]]:15: warning: dialect 'tt' of '#tt.grid' does not match the dialect 'ttcore'
// CHECK: mixed-eras.mlir:[[#@LINE+2]]:16: note: fix: change the dialect to 'ttcore'
// CHECK: mixed-eras.mlir:[[#@LINE+2]]:15: note: the first name of dialect 'ttcore' in this section
"t.op"() {a = #tt.grid<2x2>} : () -> ()
"t.op"() {a = #ttcore.tensor_mesh<"mesh">} : () -> ()
// FIXED: {a = #ttcore.grid<2x2>} : () -> ()

// -----

// Names of operations and keys count: of ttcore there are two names.
// CHECK: mixed-eras.mlir:[[#@LINE+3]]:15: warning: dialect 'tt' of '#tt.grid' does not match the dialect 'ttcore'
// CHECK: mixed-eras.mlir:[[#@LINE+2]]:16: note: fix: change the dialect to 'ttcore'
// CHECK: mixed-eras.mlir:[[#@LINE+2]]:1: note: the first name of dialect 'ttcore' in this section
"t.op"() {a = #tt.grid<2x2>} : () -> ()
ttcore.device @default = <workerGrid = #ttcore.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv s4) mod 12, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv (s4 * 12) + s5)), meshShape = , chipIds = [0]>
// FIXED: {a = #ttcore.grid<2x2>} : () -> ()

// -----

// Near misses: one of them in each section; tiled_layout is not tt-mlir's.
"t.op"() {a = #tt.grid<2x2>} : () -> ()

// -----

"t.op"() {a = #ttcore.grid<2x2>} : () -> ()
