// RUN: not tt-opt --split-input-file %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

// CHECK: missing-key.mlir:[[#@LINE+1]]:92: error: expected 'chipIds': device needs the field 'chipIds' [missing-key]
"t.op"() {a = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1>} : () -> ()

// -----

// CHECK: missing-key.mlir:[[#@LINE+1]]:58: error: expected 'host_strides' here: host_layout needs the field 'host_strides' [missing-key]
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_volume = 4096>} : () -> ()

// -----

// Near misses: nothing is said.
"t.op"() {a = #ttcore.host_layout<logical_shape = 33x37, host_strides = 64x1, host_volume = 4096>} : () -> ()
